import type { Phrases } from './words.js';

/** The server could not find out: a directory or another server failed. */
export const FAILURE: Phrases = {
  English: `
    server not found, server … not found, route not found, find route, find … route, find key, find … key,
    data not found, data … not found, unknown error, unknown reason, unknown problem, error unknown, servfail,
    reach directory, active directory, directory not, cannot reach, could not reach,
    validation … unavailable, validation … disabled, verification is, verification … unavailable,
    verification … disabled, stat mailbox, stat home, chdir, milter*, i o failure, failure of, failure in,
    failure while, temporary failure, segmentation, fault, broken, corrupt*, inconsistent, crashed, not enabled,
    licen*, hosting account, domain expired, domain has expired, domain is suspended, not hosted here, not served here,
    not hosted, stopped, improperly configured, incorrectly configured, badly configured, wrongly configured,
    not properly configured, configured wrong*, command failed, command died, command output, mailer error, procmail,
    maildrop, exit, pipe to, unix, died with, write error, queue file, create … file, creating … file, mail system,
    not reachable, gateway for, failed to deliver, unable to deliver, connection dropped, connection was dropped,
    dropped, ldap … fail*, ldap … error*, ldap … lookup, ldap lookup*, ldap … unavailable, ldap … time*, ldap … down,
    ldap … connect*, ldap … unreachable, ldap … bind, directory … error*, directory … fail*, directory … unavailable,
    directory service, database … error*, database … fail*, database … unavailable, sql*, database … down,
    database … locked, database … connect*, database … lookup, database … time*, mysql*, db error, lookup … fail*,
    lookup … error*, lookup … time*, lookup … defer*, fail* … lookup, error … lookup, lookup … problem,
    error … looking up, fail* … look up, unable to look*, cannot look*, could not look*, map … fail*,
    map … unavailable, timeout, time out, timed out, configuration, misconfig*, config error, local error,
    local problem, internal error, internal … error, internal … problem, internal … fail*, server error,
    server … fail*, server fail*, server … problem, server … down, server … unavailable, server … unreachable,
    server … not respond*, server … configur*, system error, system … fail*, system … problem, system … unavailable,
    system … down, technical, software error, processing error, error in processing, error processing, unexpected,
    exception, backend*, back end, upstream, unable to verify, unable to validate, unable to check,
    unable to determine, unable to connect, unable to contact, unable to resolve, unable to access, unable to open,
    unable to process, unable to route, unable to query, cannot verify, cannot be verified, cannot validate,
    cannot check, cannot determine, cannot connect, cannot open, can’t verify, can’t be verified, can’t validate,
    can’t check, can’t connect, can’t open, can’t determine, can not verify, can not be verified, can not validate,
    can not connect, can not open, can not check, cannot access, could not verify, could not be verified,
    could not validate, could not check, could not connect, could not open, couldn’t verify, couldn’t connect,
    could not contact, could not determine, could not be determined, could not resolve, not … been verified,
    unverified, verification failed, verification fail*, verification error, validation error, validation failed,
    verify failed, verification … time*, fail* to verify, fail* to validate, fail* to connect, fail* to open,
    fail* to access, fail* to resolve, fail* to check, fail* to query, connection refused, connection … lost,
    connection … fail*, connection … closed, connection reset, no connection, unreachable, no route, not respond*,
    network error, network problem, dns, name service, name server, nameserver, name resolution, host not found,
    host … not found, host … not resolve*, i o error, input output, disk error, disk … fail*, file system,
    no space left, system storage, out of memory, memory, resources, cannot allocate, open files, too many open,
    read only, maintenance, service unavailable, service not available, service is unavailable, service … unavailable,
    offline, mail loop, loop*, too many hops, migrat*, malfunction*, hardware, outage, not operational, out of service
  `,
  German: `
    interner fehler, serverfehler, datenbank*, verzeichnisdienst*, zeitüberschreitung, zeitueberschreitung,
    konfiguration*, wartung*, wartungsarbeiten, störung*, stoerung*, nicht überprüft, nicht geprüft, systemfehler,
    technische*, nicht erreichbar
  `,
  'French, Spanish, Portuguese, Italian': `
    erreur … interne, erreur interne, erreur … serveur, base de données, délai, erreur technique, annuaire,
    impossible de vérifier, en maintenance, error interno, error … servidor, error … base, base de datos,
    mantenimiento, no se pudo verificar, error técnico, tiempo … agotado, erro interno, erro … servidor,
    banco de dados, base de dados, manutenção, não foi possível verificar, tempo esgotado, errore interno,
    errore … server, errore tecnico, manutenzione, impossibile verificare, tempo scaduto
  `,
  'Dutch, Swedish, Danish, Norwegian, Finnish': `
    interne fout, serverfout, databasefout, storing, onderhoud, internt fel, serverfel, databasfel, intern fejl,
    serverfejl, databasefejl, intern feil, serverfeil, sisäinen virhe, palvelinvirhe, tietokanta*
  `,
  'Polish, Czech, Slovak, Hungarian, Romanian': `
    błąd wewnętrzny, wewnętrzny błąd, błąd serwera, baz* danych, awaria, konserwacj*, interní chyba, vnitřní chyba,
    chyba serveru, databáz*, údržb*, interná chyba, chyba servera, belső hiba, szerverhiba, adatbázis*, karbantartás*,
    időtúllépés, eroare internă, eroare de server, baza de date, mentenanță
  `,
  'Turkish, Russian, Ukrainian': `
    sunucu hatası, iç hata, veritabanı*, zaman aşımı, bakım, внутренн* ошибк*, ошибк* сервер*, баз* данных, сбой*,
    не удалось проверить, техническ*, тайм аут, таймаут, внутрішн* помилк*, помилк* сервер*, баз* даних, збій
  `,
  'Greek, Hebrew, Arabic': `
    σφάλμα διακομιστή, εσωτερικό σφάλμα, βάση δεδομένων, שגיאה פנימית, שגיאת שרת, תקלה, خطأ داخلي, خطأ في الخادم,
    قاعدة البيانات
  `,
  'Chinese, Japanese, Korean': `
    内部错误, 內部錯誤, 系统错误, 系統錯誤, 服务器错误, 伺服器錯誤, 数据库, 資料庫, 超时, 逾時, 维护, 維護, 故障, 无法验证, 無法驗證, 内部エラー, システムエラー, サーバーエラー, データベース,
    タイムアウト, メンテナンス, 障害, 확인할 수 없, 내부 오류, 서버 오류, 시스템 오류, 데이터베이스, 점검, 시간 초과
  `,
  'Vietnamese, Thai, Indonesian': `
    lỗi máy chủ, lỗi hệ thống, bảo trì, ข้อผิดพลาดของระบบ, บำรุงรักษา, kesalahan server, kesalahan sistem,
    pemeliharaan
  `,
};
