const names = (list: string, ending: string): string[] => list.split(' ').map((name) => name + ending);
const initials = (letters: string, rest: string): string[] => Array.from(letters, (letter) => letter + rest);

/**
 * Domains that are what they say, though they stand close to a large provider: nothing is suggested for them. Only those are listed that
 * the rules would take for a slip; `test/address/suggest.test.ts` holds the many that need no listing.
 */
export const KNOWN: ReadonlySet<string> = new Set([
  'mail.com',
  'gmail.ru',
  'earthling.net',
  // Other providers and firms are called like this, with nearly every letter: qmail.com, pcloud.com.
  ...initials('abceijklmnopqrstuwxyz', 'mail.com'),
  ...initials('abcdefghjklmnopqrstuvwxyz', 'cloud.com'),
  ...names(
    'outdoor coxmail eastmail lastmail hd-mail aver never raver cloud gotmail homemail prontomail protomail gail ' +
      'rodgers roger frontiers',
    '.com',
  ),
]);
