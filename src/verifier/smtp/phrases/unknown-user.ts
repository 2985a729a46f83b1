import type { Phrases } from './words.js';

/** The words for a mailbox, or for its user. */
const USER = `(user|users|user name|username|user id|userid|local user|virtual user|user account|user email|user mailbox|
  recipient|recipients|recipient address|recipient s address|rcpt|addressee|alias|local part|customer|person|
  mailbox|mailboxes|mail box|local mailbox|destination mailbox|account|accounts|email account|e mail account|mail account)`;

const ADDRESS = '(address|addresses|email|e mail|email address|e mail address|mail address|destination address)';

const NO_SUCH = `(no such|no such a|unknown|unknown or illegal|nonexistent|non existent|nonexisting|non existing|inexistent|
  unrecognized|unrecognised)`;

const NOT_THERE = `(unknown|is unknown|are unknown|was unknown|were unknown|not known|is not known|isn’t known|not found|
  notfound|is not found|was not found|could not be found|couldn’t be found|cannot be found|can’t be found|can not be found|
  does not exist|doesn’t exist|dosn’t exist|do not exist|don’t exist|did not exist|does not exists|doesn’t exists|not exist|
  not exists|is not exist|no exist|no longer exists|no longer exist|not existing|nonexistent|is nonexistent|non existent|
  not recognized|is not recognized|not recognised|unrecognized|unrecognised|not present|is not present|not registered|
  is not registered|has been deleted|was deleted|is deleted|has been removed|was removed|no longer valid|
  is no longer valid|no longer in use|is no longer in use)`;

/**
 * No such mailbox. Phrases that real servers also use for another reason are left out: 'mailbox unavailable', 'access
 * denied', and 'domain not found', which may be about the sender's domain.
 */
export const UNKNOWN_USER: Phrases = {
  English: `
    ${USER} ${NOT_THERE}, ${USER} … ${NOT_THERE}, ${ADDRESS} ${NOT_THERE}, ${ADDRESS} … ${NOT_THERE},
    ${NO_SUCH} ${USER}, ${NO_SUCH} ${ADDRESS}, (invalid|bad|wrong|illegal) ${USER},
    ${USER} (invalid|is invalid|not valid|is not valid|isn’t valid), not a (valid|known|local) ${USER},
    not a (valid|known|local) ${ADDRESS}, no longer a valid address, no valid recipient, no valid recipients,
    no ${USER} (here|exists|found|with that|by that name), no ${USER} … by that name, no mailbox for,
    (unable to find|cannot find|can’t find|could not find|couldn’t find) … (user|recipient|mailbox|account),
    not configured to receive, no mail box available for this user, no such mail drop, userunknown,
    invalid or unknown virtual, not our user, not a user here, can’t accept user, this user doesn’t have,
    user does not have … account, does not have … mailbox, do not have such a user, user missing home directory,
    not our customer, not a member of domain, recipient is not local, recipient not ok, recipient no longer on server,
    recipientnotfound, recipnotfound, not in my validrcptto list, badrcptto, badrecipientto list,
    recipient … not in … list, that you tried to reach does not exist, does not have an account,
    doesn’t have an account, no email account, unknown address or alias, address not present in directory,
    is not an active address, address … wrong or no longer valid, address is not handled, email name is not found,
    bad destination mailbox, not listed in domino directory, not listed in public name, not found in directory,
    in name directory, unrouteable address, unroutable address, no such person, no one at this address,
    nobody … that name, no one with that email, no one by that name, spectator does not exist,
    doesn’t handle mail for that user, does not handle mail for that user, undeliverable address unknown,
    was not found in ldap, not found in ldap, no longer with the company, no longer works here, no longer employed,
    has left the company, no such employee
  `,
  German: `
    benutzer unbekannt, benutzer … unbekannt, unbekannter benutzer, benutzer nicht bekannt, benutzer existiert nicht,
    benutzer … existiert nicht, benutzer nicht gefunden, kein solcher benutzer, nutzer unbekannt, empfänger unbekannt,
    empfaenger unbekannt, empfänger … unbekannt, unbekannter empfänger, unbekannter empfaenger,
    empfänger existiert nicht, empfaenger existiert nicht, empfänger nicht gefunden, postfach existiert nicht,
    postfach nicht gefunden, postfach unbekannt, mailbox existiert nicht, mailbox unbekannt, adresse existiert nicht,
    adresse … existiert nicht, adresse unbekannt, adressat unbekannt, unbekannte adresse, konto existiert nicht,
    unbekanntes postfach, kein postfach
  `,
  French: `
    utilisateur inconnu, destinataire inconnu, utilisateur n’existe pas, destinataire n’existe pas,
    utilisateur inexistant, destinataire inexistant, boîte inexistante, boite aux lettres inexistante,
    compte inexistant, compte inconnu, adresse destinataire inconnue, adresse inconnue, adresse inexistante,
    adresse n’existe pas, adresse destinataire invalide, destinataire invalide, destinataire introuvable,
    utilisateur introuvable, boite aux lettres inconnue, boîte inconnue
  `,
  Spanish: `
    usuario desconocido, usuario no existe, usuario … no existe, usuario inexistente, usuario no encontrado,
    no existe … usuario, no existe dicha persona, destinatario desconocido, destinatario no existe,
    destinatario inexistente, destinatario no encontrado, buzón no existe, buzón inexistente, buzón desconocido,
    cuenta no existe, cuenta inexistente, casilla inexistente, dirección no existe, dirección inexistente,
    dirección desconocida
  `,
  Portuguese: `
    usuário desconhecido, usuário inexistente, usuário não existe, usuário … não existe, usuário não encontrado,
    utilizador desconhecido, utilizador inexistente, destinatário desconhecido, destinatário inexistente,
    destinatário não existe, destinatário não encontrado, caixa postal inexistente, conta inexistente,
    conta não existe, endereço inexistente, endereço não existe
  `,
  Italian: `
    utente sconosciuto, utente inesistente, utente non esistente, utente non esiste, utente non trovato, nessun utente,
    destinatario sconosciuto, destin sconosciuto, destinatario inesistente, casella inesistente, destinatario errato,
    destinatario non trovato, indirizzo inesistente, indirizzo sconosciuto, indirizzo non esiste, casella non esiste,
    account inesistente, casella non trovata
  `,
  Dutch: `
    gebruiker onbekend, onbekende gebruiker, gebruiker bestaat niet, gebruiker niet gevonden, ontvanger onbekend,
    onbekende ontvanger, ontvanger bestaat niet, mailbox bestaat niet, adres bestaat niet, adres onbekend,
    onbekend adres
  `,
  'Swedish, Danish, Norwegian, Finnish': `
    okänd användare, användaren finns inte, användaren okänd, okänd mottagare, mottagaren finns inte,
    adressen finns inte, ukendt bruger, ukendt modtager, brugeren findes ikke, modtageren findes ikke, ukjent bruker,
    ukjent mottaker, brukeren finnes ikke, mottakeren finnes ikke, adressen findes ikke, tuntematon käyttäjä,
    käyttäjää ei löydy, tuntematon vastaanottaja, vastaanottajaa ei löydy
  `,
  'Polish, Czech, Slovak, Hungarian, Romanian': `
    nie ma takiego użytkownika, nieznany użytkownik, użytkownik nie istnieje, nie ma takiego konta, nieznany odbiorca,
    odbiorca nie istnieje, konto nie istnieje, adres nie istnieje, brak takiego użytkownika, brak takiego konta,
    nieznany adresat, skrzynka nie istnieje, neznámý uživatel, uživatel neexistuje, schránka neexistuje,
    neznámý příjemce, příjemce neexistuje, adresa neexistuje, uživatel nenalezen, neznámy používateľ,
    používateľ neexistuje, neznámy príjemca, ismeretlen felhasználó, ismeretlen címzett, nincs ilyen felhasználó,
    felhasználó nem létezik, nincs ilyen postafiók, címzett nem létezik, utilizator necunoscut, utilizator inexistent,
    utilizatorul nu există, destinatar necunoscut, destinatar inexistent, căsuța nu există, adresa nu există
  `,
  'Russian, Ukrainian': `
    пользователь не найден, нет такого пользователя, пользователь не существует, пользователя не существует,
    неизвестный пользователь, ящик не существует, ящик не найден, такого ящика нет, нет такого ящика,
    получатель не найден, неизвестный получатель, адрес не существует, адрес не найден, неверный адрес получателя,
    адресат не найден, користувача не знайдено, користувач не існує, невідомий користувач, невідомий отримувач,
    скринька не існує, скриньку не знайдено
  `,
  Turkish: `kullanıcı bulunamadı, böyle bir kullanıcı yok, kullanıcı yok, bilinmeyen kullanıcı, alıcı bulunamadı`,
  'Greek, Hebrew, Arabic': `
    άγνωστος χρήστης, ο χρήστης δεν υπάρχει, άγνωστος παραλήπτης, משתמש לא קיים, המשתמש לא נמצא, נמען לא קיים,
    תיבה לא קיימת, المستخدم غير موجود, مستخدم غير معروف, المستلم غير موجود, صندوق البريد غير موجود
  `,
  Chinese: `
    用户不存在, 用户未找到, 找不到用户, 无此用户, 没有这个用户, 收件人不存在, 收件人地址不存在, 邮箱不存在, 帐号不存在, 账号不存在, 帐户不存在, 邮箱地址不存在, 使用者不存在, 查無此人, 無此使用者,
    信箱不存在, 收件者不存在
  `,
  Japanese: `
    ユーザーが存在しません, ユーザが存在しません, 宛先が存在しません, 宛先不明, ユーザーが見つかりません, メールアドレスが存在しません, アドレスは存在しません, 受信者が存在しません, 該当するユーザ
  `,
  Korean: `사용자가 존재하지, 사용자를 찾을 수 없, 없는 사용자, 존재하지 않는 사용자, 수신자가 존재하지, 존재하지 않는 메일`,
  'Vietnamese, Thai, Indonesian': `
    người dùng không tồn tại, hộp thư không tồn tại, địa chỉ không tồn tại, không tìm thấy người dùng, ไม่พบผู้ใช้,
    ไม่มีผู้ใช้, pengguna tidak ditemukan, pengguna tidak dikenal, alamat tidak ditemukan
  `,
};

/** Phrases that mean the same only if the reply says nothing else: a longer text may give another reason. */
export const UNKNOWN_USER_ALONE: Phrases = {
  English: `
    recipient rejected, recipient address rejected, recipients rejected, destination server rejected recipients,
    rejected recipient, invalid address, address invalid, address is invalid, bad address, wrong address,
    illegal address, invalid email, invalid e mail, invalid email address, invalid e mail address,
    invalid mail address, not found, does not exist, not exist, doesn’t exist, no such, no mailbox, no user,
    no account, no recipient, bad mailbox, nonexistent, not known, not known here, not a user, not our address,
    recipient is not accepted, recipient not accepted, undeliverable address, user not active, not email addresses,
    recipients was undeliverable, recipients were undeliverable, recipient was undeliverable, account unavailable,
    mailbox path, invalid mailbox path, validrcptto, not in use
  `,
  German: `ungültige adresse, ungueltige adresse, adresse ungültig, adresse ungueltig`,
  French: `adresse invalide`,
  'Spanish, Portuguese, Italian': `
    dirección inválida, no existe, endereço inválido, não existe, indirizzo non valido, non esiste
  `,
};

/** Words that add nothing to such a phrase. */
export const FILLERS: Phrases = {
  English: `
    a, an, at, by, for, here, in, is, it, of, on, that, the, this, to, was, with, your, address, bye, delivery, e,
    email, envelope, following, local, mail, mailbox, permanent, rcpt, recipient, recipients, reply, sorry, user,
    reject, rejected, account, dd, mode, normal, chkuser, gsmtp, esmtp, mx, we, are, but, thank, thanks, you, no,
    failed
  `,
};

/** Plesk's reply, with `#5.7.17`. */
export const UNKNOWN_TO_PLESK: Phrases = { English: `no mailbox here by that name` };

/** Yandex's reply, with 5.7.1, the code of a policy, and a message id after it. */
export const UNKNOWN_TO_YANDEX: Phrases = { English: `no such user` };

/** Further words in replies about an unknown user, none of which gives a reason. */
export const ADVICE: Phrases = {
  English: `
    format, syntax, null, mx, syntactically, has, had, by, its, permanently, permanent, not, left, gone, nope,
    absent, deleted, removed, closed, removed from, existing, actual, any, exactly, anymore, longer, our, system,
    person, people, nobody, none, one, other, place, no one, such, taken,
    available, accept, accepted, accepting, wrong, ok, line, text, code, and, as,
    be, can, check, checking, contact, contacting, correct, could, did, do, double, enter, entered,
    find, found, from, get, go, have, help, http, https, i, if, information, learn, misspelled, more,
    must, name, new, or, page, please, postmaster, resend, s, see, smtp, spaces, spelling, support, than,
    their, them, there, typed, typos, unnecessary, use, valid, verify, visit, was, were, will, www, you, yourself
  `,
};
