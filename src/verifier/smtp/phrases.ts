/**
 * The phrases by which servers explain a code that may mean several things. They are compared without case, accents and punctuation; `*`
 * stands for any ending of a word. A phrase that real servers also use for another reason is left out: the verdict is then unknown.
 */

/** Lower case, without accents; one space for each run of other characters. */
export const simplify = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Matches any of the phrases in a simplified text, as whole words; in a script without spaces, anywhere. */
const anyOf = (...phrases: string[]): RegExp => {
  const alternatives = phrases.map((phrase) => {
    const words = simplify(phrase);
    if (!/[a-z\p{Script=Cyrillic}]/u.test(words)) return words;
    return `(?<![\\p{L}\\p{N}])${words}${phrase.endsWith('*') ? '' : '(?![\\p{L}\\p{N}])'}`;
  });
  return new RegExp(alternatives.join('|'), 'u');
};

/** No such mailbox. 'Domain not found' is missing: it may be about the sender's. */
export const UNKNOWN_USER = anyOf(
  ...['user unknown', 'unknown user', 'user is unknown', 'user not known', 'user not found', 'user does not exist'],
  ...[
    'user doesn’t exist',
    'no such user',
    'nonexistent user',
    'not a known user',
    'invalid user',
    'unknown local part',
  ],
  ...['recipient unknown', 'unknown recipient', 'recipient not found', 'recipient does not exist', 'no such recipient'],
  ...['recipient doesn’t exist', 'invalid recipient', 'addressee unknown', 'unknown addressee', 'recipient is unknown'],
  ...['mailbox not found', 'mailbox does not exist', 'mailbox doesn’t exist', 'no such mailbox', 'mailbox unknown'],
  ...[
    'unknown mailbox',
    'invalid mailbox',
    'not a valid mailbox',
    'no mailbox here by that name',
    'no mailbox by that name',
  ],
  ...['account does not exist', 'account doesn’t exist', 'no such account', 'account not found', 'unknown account'],
  ...[
    'that you tried to reach does not exist',
    'not listed in domino directory',
    'unrouteable address',
    'no such person',
  ],
  // German
  ...['benutzer unbekannt', 'unbekannter benutzer', 'benutzer nicht bekannt', 'benutzer existiert nicht'],
  ...['empfänger unbekannt', 'unbekannter empfänger', 'empfänger existiert nicht', 'postfach existiert nicht'],
  ...['postfach nicht gefunden', 'postfach unbekannt', 'mailbox existiert nicht'],
  // French
  ...['utilisateur inconnu', 'destinataire inconnu', 'utilisateur n’existe pas', 'destinataire n’existe pas'],
  ...['boîte inexistante', 'boite aux lettres inexistante', 'compte inexistant', 'adresse destinataire inconnue'],
  // Spanish, Portuguese, Italian
  ...['usuario desconocido', 'usuario no existe', 'usuario inexistente', 'destinatario desconocido', 'buzón no existe'],
  ...['usuário desconhecido', 'usuário inexistente', 'usuário não existe', 'destinatário desconhecido'],
  ...['destinatário inexistente', 'caixa postal inexistente', 'conta inexistente'],
  ...['utente sconosciuto', 'utente inesistente', 'utente non esistente', 'destinatario sconosciuto'],
  ...['destinatario inesistente', 'casella inesistente'],
  // Dutch, Swedish, Danish
  ...['gebruiker onbekend', 'onbekende gebruiker', 'gebruiker bestaat niet', 'ontvanger onbekend'],
  ...['okänd användare', 'användaren finns inte', 'okänd mottagare', 'ukendt bruger', 'ukendt modtager'],
  // Polish, Czech, Russian, Turkish
  ...['nie ma takiego użytkownika', 'nieznany użytkownik', 'użytkownik nie istnieje', 'nie ma takiego konta'],
  ...['neznámý uživatel', 'uživatel neexistuje', 'schránka neexistuje'],
  ...['пользователь не найден', 'нет такого пользователя', 'пользователь не существует', 'ящик не существует'],
  ...['ящик не найден', 'неизвестный пользователь', 'kullanıcı bulunamadı', 'böyle bir kullanıcı yok'],
  // Chinese, Japanese, Korean
  ...[
    '用户不存在',
    '收件人不存在',
    '邮箱不存在',
    '使用者不存在',
    'ユーザーが存在しません',
    '宛先が存在しません',
    '사용자가 존재하지',
  ],
);

/** The mailbox is full. */
export const FULL = anyOf(
  ...['mailbox full', 'mailbox is full', 'mail box full', 'inbox full', 'inbox is full', 'over quota', 'overquota'],
  ...[
    'quota exceeded',
    'exceeded quota',
    'quota full',
    'exceeds quota',
    'exceeded storage allocation',
    'out of storage space',
  ],
  ...['mailbox size limit exceeded', 'exceeded allowed storage', 'exhausted allowed storage', 'over storage limit'],
  ...['too many messages on server', 'too many messages in mailbox', 'mailbox quota', 'storage quota'],
  ...['postfach voll', 'postfach ist voll', 'boîte pleine', 'boite aux lettres pleine', 'buzón lleno', 'casella piena'],
  ...['caixa postal cheia', 'ящик переполнен', '邮箱已满'],
);

/** The mailbox was closed. 'Temporarily' is no such phrase. */
export const DISABLED = anyOf(
  ...[
    'account disabled',
    'account is disabled',
    'account has been disabled',
    'mailbox disabled',
    'mailbox is disabled',
  ],
  ...['mailbox has been disabled', 'user disabled', 'user is disabled', 'account deactivated', 'account closed'],
  ...['account has been closed', 'account is closed', 'account inactive', 'account is inactive', 'user is inactive'],
  ...['account terminated', 'account discontinued', 'mailbox is inactive', 'mailbox closed'],
);

/** Greylisting: a later try succeeds. */
export const GREYLISTING = anyOf('greylist*', 'grey list*', 'graylist*', 'gray list*', 'postgrey', 'first time*');

/** The reply is about the sender, that is us. */
export const ABOUT_SENDER = anyOf(
  ...['sender', 'senders', 'return path', 'mail from', 'from address', 'envelope from', 'originator', 'absender'],
  ...[
    'expéditeur',
    'remitente',
    'mittente',
    'remetente',
    'nadawca',
    'отправитель',
    'helo',
    'ehlo',
    'callout',
    'callback',
  ],
);

/** The server, or a blocklist that it asks, refuses us. */
export const BLOCKED = anyOf(
  ...['block', 'blocked', 'blocking', 'blocklist*', 'block list*', 'blacklist*', 'black list*', 'denylist*', 'banned'],
  ...[
    'is listed',
    'are listed',
    'listed on',
    'listed by',
    'listed at',
    'dnsbl*',
    'rbl*',
    'spamhaus',
    'zen',
    'spamcop',
    'sorbs',
    'barracuda*',
    'cloudmark',
    'proofpoint',
  ],
  ...['senderscore', 'spamrats', 'uceprotect', 'mailspike', 'invaluement', 'abuseat', 'cbl', 'sbl', 'xbl', 'pbl'],
  ...['spam*', 'antispam*', 'unsolicited', 'abus*', 'reputation', 'suspicious', 'malicious', 'bulk', 'virus'],
  ...['policy', 'policies', 'denied', 'forbidden', 'prohibited', 'not allowed', 'not permitted', 'not accepted from'],
  ...['unauthorized', 'unauthenticated', 'not authorized', 'not authorised', 'authentication required', 'authenticate'],
  ...[
    'spf',
    'dkim',
    'dmarc',
    'ptr',
    'rdns',
    'reverse dns',
    'reverse lookup',
    'dynamic',
    'dialup',
    'dial up',
    'residential',
  ],
  ...[
    'client host',
    'client address',
    'your ip',
    'your host',
    'your server',
    'your network',
    'ip address',
    'rejected ip',
  ],
  ...['relay*', 'gesperrt', 'blockiert', 'bloqué', 'bloqueado', 'bloccato', 'verweigert'],
);

/** We ask too much or too fast. */
export const TOO_FAST = anyOf(
  ...['rate limit*', 'ratelimit*', 'rate that', 'at a rate', 'throttl*', 'too fast', 'too quickly', 'too frequent*'],
  ...[
    'too many connections',
    'too many concurrent',
    'too many sessions',
    'too many requests',
    'too many invalid',
    'too many errors',
  ],
  ...['too many unknown', 'too much mail', 'server busy', 'slow down', 'exceeded the rate', 'connection limit'],
);

/** The largest receivers shut a sender out for an hour or more in these words. */
export const SHUT_OUT = anyOf(
  ...['temporarily deferred', 'permanently deferred', 'temporarily rate limited', 'messages weren’t sent'],
);

/** This session or transaction has had enough recipients; another one may go on. */
export const SESSION_LIMIT = anyOf(
  ...[
    'too many recipients',
    'too many messages in this',
    'too many messages this',
    'max messages per',
    'recipients per session',
  ],
  ...[
    'recipients per connection',
    'messages per connection',
    'messages per session',
    'multiple regions',
    'more than one recipient',
  ],
  ...['only one recipient', 'one recipient at a time', 'recipient limit'],
);
