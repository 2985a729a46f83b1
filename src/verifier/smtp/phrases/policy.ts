import type { Phrases } from './words.js';

/** Blocklists and their operators. They count in a URL too, beside any other words. */
export const BLOCKLISTS: Phrases = {
  'every language': `
    blocklist*, block list*, blacklist*, black list*, denylist*, dnsbl*, rbl*, spamhaus, spamcop, sorbs, zen,
    barracuda*, cloudmark, proofpoint, senderscore, senderbase, spamrats, uceprotect, mailspike, invaluement, abuseat,
    abusix, cbl, sbl, xbl, pbl, hostkarma, junkemailfilter, uribl*, surbl*, dsbl*, drbl*, manitu, njabl
  `,
};

/** The server refuses us: for our address, our reputation, or our questions. */
export const BLOCKED: Phrases = {
  English: `
    hostname, host name, record, records, fcrdns, forward dns, forward confirmed, neighbourhood, neighborhood,
    hosting range*, ip range*, ips, vpn, tor exit, zombie*, bot, botnet, honeypot*, tarpit*, trap, spamtrap*,
    cloud provider*, ip not, asn, recipients from, mail from this, no access, invalid ip, refused see, rejected see,
    mass mailer, mass mailing, bulk mailer, gateway user, block, blocked, blocking, banned, ban, is listed, are listed,
    listed on, listed by, listed at, listed in, spam*, antispam*, unsolicited, abus*, reputation, suspicious,
    malicious, bulk, virus*, phish*, policy, policies, denied, deny, forbidden, prohibit*, prohibition, not allowed,
    not permitted, disallowed, not accepted from, go away, unauthori*, unauthenticated, not authori*, authenticate*,
    authentication, authorization, permission*, untrusted, not trusted, spf, dkim, dmarc, ptr, rdns, reverse dns,
    reverse lookup, dynamic, dialup, dial up, residential, client host, client address, client ip, your ip, your host,
    your server, your network, your mail server, your system, your isp, your provider, ip address, ip range,
    rejected ip, this ip, bad ip, ip reputation, connecting host, connecting ip, sending ip, sending host,
    sending server, sending domain, remote host, relay*, open proxy, rejecting open, confirm this mail server,
    requires confirmation, you are not, you must, you do not, you don’t, dns mx, resource record, no mx, mx record*,
    dns record*, hvu b*, rly b*, dyn t*, con b*
  `,
  German: `
    gesperrt*, sperre, sperrliste, blockiert*, geblockt*, verweigert*, richtlinie*, verboten, nicht erlaubt,
    nicht gestattet, nicht berechtigt, nicht zugelassen, unerwünscht*, unerwuenscht*, zugriff
  `,
  French: `
    bloqué*, bloquée, bloque, bloquer, blocage, politique*, interdit*, liste noire, indésirable*, non autoris*,
    réputation, refus, service refusé, incident, accès
  `,
  'Spanish, Portuguese, Catalan': `
    bloquead*, bloqueio, política*, políticas, prohibid*, proibid*, lista negra, listas negras, no permitid*,
    não permitid*, no autorizad*, não autorizad*, no deseado, denegad*, negado, acceso, acesso, rechazado por
  `,
  Italian: `
    bloccat*, politica, politiche, regolament*, non consentit*, non autorizzat*, vietat*, lista nera, negato
  `,
  Dutch: `geblokkeerd*, geweigerd door, beleid*, niet toegestaan, zwarte lijst, toegang`,
  'Swedish, Danish, Norwegian, Finnish': `
    blockerad*, blockerats, spärrad*, svartlist*, inte tillåt*, nekad*, blokeret, sortlist*, ikke tilladt, afvist af,
    blokkert, sperret, svarteliste*, ikke tillatt, estetty, mustalla listalla, estolist*, ei sallit*
  `,
  'Polish, Czech, Slovak, Hungarian, Romanian': `
    zablokowan*, polityk*, czarn* list*, niedozwolon*, zabronion*, niechcian*, odmowa, blokován*, blokovan*,
    zablokován*, zablokovan*, zakázán*, zakázan*, zásad*, černá listina, na černé listině, nepovolen*, letiltva,
    letiltott*, blokkol*, tiltott, tiltólist*, feketelist*, szabályzat*, blocat*, politic*, interzis*, lista neagră,
    nepermis*
  `,
  Turkish: `engellen*, engelli, engel*, politika*, yasak*, kara liste*, izin verilm*, reddedildi politika`,
  'Russian, Ukrainian, Bulgarian': `
    заблокирован*, блокиров*, политик*, запрещен*, запрет*, черн* спис*, спам*, не разрешен*, отказано, доступ*,
    репутаци*, заблокован*, політик*, заборонен*, чорн* спис*, блокиран*, забранен*
  `,
  'Greek, Hebrew, Arabic': `
    αποκλεισ, αποκλείσ, μπλοκ, πολιτικ, απαγορ, חסום, נחסם, מדיניות, אסור, حظر, محظور, سياسة, مرفوض
  `,
  Chinese: `屏蔽, 封锁, 封鎖, 封禁, 黑名单, 黑名單, 垃圾, 策略, 政策, 禁止, 拦截, 攔截, 信誉, 信譽, 拒收, 不允许, 不允許, 权限, 權限, 访问`,
  Japanese: `ブロック, 受信拒否, 拒否, ブラックリスト, 迷惑, スパム, ポリシー, 禁止, 許可, フィルタ, 規制`,
  Korean: `차단, 스팸, 정책, 금지, 블랙리스트, 허용, 수신거부, 수신 거부, 거부`,
  'Vietnamese, Thai, Indonesian': `
    bị chặn, chính sách, thư rác, danh sách đen, ถูกบล็อก, นโยบาย, สแปม, diblokir, daftar hitam, kebijakan, dilarang
  `,
};

/** The mailbox exists, or may exist, but does not accept mail from everybody, or not this mail. */
export const RESTRICTED: Phrases = {
  English: `
    by administrator, by the administrator, by your administrator, by its administrator, token, opted in, opt in,
    opted out, do not verify, don’t verify, verify addresses, vrfy, probe, transaction failed, no third party,
    third party, dsn, dsns, returned mail, not verified, mail receiving disabled, receiving disabled,
    multiple addresses, i am away, traveling, away from, out of office, protocol, junk*, complain*, filter*,
    quarantin*, screening, administrative*, restrict*, not accepting, does not accept, doesn’t accept, only accept*,
    accepts only, preferences, user rules, refuses to receive, refuse to receive, refused to receive,
    refuses to accept, refused by, rejected by, does not wish, doesn’t want, does not want, unwanted, not welcome,
    white list*, whitelist*, allow list, allowlist*, trust, geographic*, country, countries, region, members only,
    non member*, not a member of the, not subscribed, subscribers, moderated, closed list, closed mailing list,
    allowed to post, captcha, challenge, challenged, protected by, compliance, arc, suspected, poor, score, threat*,
    security, violat*, rule, rules, attack*, internal only, internal use, only internal, internal recipients,
    internal mail, outside, external, specific email addresses, on vacation, out of the office, privacy, embargo,
    subscription, unpaid, billing, fraud*, reserved for, system is not configured, closed for, closed to, not open,
    not eligible, allowed rcpthosts, not a gateway, handle mail for
  `,
  German: `nur intern*, nur für mitglieder, geschlossene liste, nimmt keine mails, nimmt keine e mails`,
  French: `usage interne, réservé*, abonnés, filtre*, contenu`,
  'Spanish, Portuguese, Italian': `
    uso interno, solo interno, reservad*, riservat*, filtro*, contenido, conteúdo, contenuto, seguridad, segurança,
    sicurezza
  `,
};

/** The reply is about the message, or its size, which the prober never sends. */
export const MESSAGE: Phrases = {
  English: `
    message id, header, headers, compliant, duplicate, header error, this message, messages, syntax error, rfc,
    message size, mail size, header size, size of the message, size of your message, message too large,
    message is too large, message too big, message is too big, message file too big, too large, too big,
    message length, maximum message, line limit, attachment*, mime, content, contents, message header*,
    message rejected, message refused, executable*
  `,
  'German, French, Spanish, Portuguese, Italian': `
    nachricht zu groß, nachricht zu gross, zu groß, zu gross, anhang, trop volumineux, taille du message,
    taille limite, pièce jointe, demasiado grande, tamaño del mensaje, muito grande, tamanho da mensagem,
    troppo grande, dimensione del messaggio, allegato
  `,
  'Chinese, Japanese, Korean': `邮件大小, 郵件大小, 内容, 內容, メールサイズ, 添付, 내용, 첨부`,
};

/** Words that sound like a reason without giving one. They are removed before reasons are searched. */
export const NO_REASON: Phrases = {
  English: `
    in reply to rcpt to command, in reply to rcpt to, in reply to end of data command, relay recipient table,
    relay recipient map*, relay recipients table, relay domains table, not listed in domino, not listed in public name,
    not listed in name, by that name is currently available, check the address and try again,
    check the recipient address and try again, check the recipient and try again,
    check the email address and try again, check the e mail address and try again, check your spelling and try again,
    check the recipient s email address and try again, check the recipient s e mail address and try again,
    check the spelling and try again, correct the address and try again, verify the address and try again,
    blocked due to inactivity, blocked for inactivity, blocked because of inactivity, suspended due to inactivity,
    locked due to inactivity, due to inactivity, smtp address lookup, doesn’t handle mail for that user,
    does not handle mail for that user, not a local address, no external address
  `,
  French: `bloquée pour inactivité, bloqué pour inactivité`,
  Italian: `bloccato per inutilizzo`,
};
