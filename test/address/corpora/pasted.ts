/** A text as people paste it into a field. */
export interface Pasted {
  text: string;
  /** The address that the text means; null where it means none, or several, or is right as it is. */
  meant: string | null;
  /** True if that is beyond doubt, so that it may be written without asking. */
  sure: boolean;
}

const words = (text: string): string[] => text.split(' | ');

const LOCALS = words(
  "anna | john.smith | j.doe | maria-luisa | o'neill | info | anna+shop | li.wei | ivan_petrov | müller | x1 | kontakt2024 | sales.eu | a | office-berlin",
);
const DOMAINS = words(
  'gmail.com | web.de | firm.de | firm.com | yahoo.co.uk | example-shop.com.br | harbour.org | startup.io | t-online.de | mail.university.edu | acme.co | orange.fr | wp.pl | 163.com | bureau.paris | kanzlei.berlin | gov.bc.ca | müller-bau.de | atelier.studio | yandex.ru',
);
const NAMES = words(
  'Anna | John Smith | Dr. Jörg Müller | Maria-Luisa de la Cruz | Иван Петров | 王伟 | O’Neill, Pat | Søren Kierkegaard | Nguyễn Văn An | SMITH | Σοφία Παππά | أحمد علي',
);
const LABELS = words(
  'E-Mail | Email | e-mail | Mail | Email address | E-Mail-Adresse | Adresse e-mail | Courriel | Correo electrónico | Posta elettronica | E-posta | Почта | Эл. почта | メール | 邮箱 | 이메일 | البريد الإلكتروني | Ηλ. ταχυδρομείο | E-mailadres | Sähköposti | Kontakt | From | To',
);
const PLACES = words(
  'Berlin | 10115 Berlin | privat | New York, NY | work | (office) | Paris 75001 | dienstlich | 東京 | home address',
);
const PHONES = words(
  '+49 30 1234567 | (030) 12 34 56 | 555-0199 | Tel. 0171/1234567 | +1 (212) 555 0100 | ☎ 01 23 45 67 89',
);

type Template = (address: string, name: string, label: string, place: string, phone: string, other: string) => string;

/** Only marks, labels or the name of a mailbox stand beside the address, or it was broken at an @ or a dot. */
const SURE: Template[] = [
  (a) => ` ${a}`,
  (a) => `${a}\n`,
  (a) => `\t${a} \r\n`,
  (a) => `${a},`,
  (a) => `${a};`,
  (a) => `${a}.`,
  (a) => `<${a}>`,
  (a) => `(${a})`,
  (a) => `[${a}]`,
  (a) => `"${a}"`,
  (a) => `“${a}”`,
  (a) => `„${a}“`,
  (a) => `«${a}»`,
  (a) => `「${a}」`,
  (a) => `‘${a}’`,
  (a) => `- ${a}`,
  (a) => `• ${a}`,
  (a) => `mailto:${a}`,
  (a) => `MAILTO:${a}?subject=Hello%20there`,
  (a) => `<mailto:${a}>`,
  (a) => `\u200b${a}\u200b`,
  (a) => `\u202a${a}\u202c`,
  (a) => `\u00a0${a}\u3000`,
  (a) => a.replace('@', ' @'),
  (a) => a.replace('@', '@ '),
  (a) => a.replace('@', ' @ '),
  (a) => a.replace('@', '@@'),
  (a) => a.replace('@', '＠'),
  (a) => a.replace(/\.(?=[^.]*$)/, '。'),
  (a, _n, l) => `${l}: ${a}`,
  (a, _n, l) => `${l} : ${a}`,
  (a, _n, l) => `${l}:\n${a}`,
  (a, _n, l) => `${l}: <${a}>`,
  (a, _n, l) => `• ${l}: ${a},`,
  (a, n) => `${n.replace(/,/g, '')} <${a}>`,
  (a, n) => `"${n}" <${a}>`,
];

/** Words, numbers or a second address stand beside it. */
const ASKED: Template[] = [
  (a, _n, _l, p) => `${a} ${p}`,
  (a, _n, _l, p) => `${a}, ${p}`,
  (a, _n, _l, p) => `${a} - ${p}`,
  (a, _n, _l, p) => `${a}\n${p}`,
  (a, n) => `${n} ${a}`,
  (a, n) => `${n}, ${a}`,
  (a, n) => `${n};${a};`,
  (a, n) => `${n}\t${a}`,
  (a, n) => `${n}\n${a}`,
  (a, n) => `${a} ${n}`,
  (a, n) => `${a} (${n})`,
  (a, n, _l, _p, t) => `${n}\n${t}\n${a}\n`,
  (a, n, l, p, t) => `Best regards,\n${n}\n--\n${p}\n${t}\n${l}: ${a}\n`,
  (a, _n, _l, _p, t) => `${t} ${a}`,
  (a, _n, _l, _p, t) => `${a} / ${t}`,
  (a, _n, l, _p, t) => `${t}, ${l}: ${a}`,
  (a, _n, l) => `${l} ${a}`,
  (a) => `my address is ${a}`,
  (a) => `Please write to ${a}. Thank you!`,
  (a) => `1. ${a}`,
  (a) => `2) ${a}`,
  (a, n) => `"${n}","${a}","2024-01-31"`,
  (a) => `${a} ${a}`,
  (a) => `${a} <${a}>`,
  (a) => `[${a}](mailto:${a})`,
  (a) => `<a href="mailto:${a}">${a}</a>`,
  (a) => a.replace('@', '(at)'),
  (a) => a.replace('@', ' [at] '),
  (a) => a.replace('@', ' (at) ').replace(/\./g, ' (dot) '),
  (a) => `${a} @handle`,
  (a) => `@handle ${a}`,
  (a, _n, l) => `${l}: ${a} (${l})`,
];

/** Nobody can tell which address is meant, or there is none. */
const NONE: Template[] = [
  (a, _n, _l, _p, _t, o) => `${a}, ${o}`,
  (a, _n, _l, _p, _t, o) => `${a};${o}`,
  (a, _n, _l, _p, _t, o) => `${a} ${o}`,
  (a, _n, _l, _p, _t, o) => `${a}\n${o}\n`,
  (a, _n, _l, _p, _t, o) => `${a} / ${o}`,
  (a, _n, _l, _p, _t, o) => `${a} or ${o}`,
  (a, n, _l, _p, _t, o) => `${n} <${a}>, <${o}>`,
  (a, _n, l, _p, _t, o) => `${l}: ${a} ${l}: ${o}`,
  (_a, n) => n,
  (_a, _n, _l, _p, t) => t,
  (_a, n, l) => `${l}: ${n}`,
  (_a, _n, l) => `${l}:`,
  (_a, _n, _l, p) => p,
  (a) => a.split('@')[0]!,
  (a) => `@${a.split('@')[1]!}`,
  (a) => `https://${a.split('@')[1]!}/contact`,
  (a) => a,
];

/** The same numbers in each run (a linear congruential generator, Numerical Recipes). */
const random = (
  (seed: number) => () =>
    (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32
)(11);
const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)]!;
const address = (): string => `${pick(LOCALS)}@${pick(DOMAINS)}`;

const fill = (template: Template, meant: boolean, sure: boolean): Pasted => {
  const one = address();
  const text = template(one, pick(NAMES), pick(LABELS), pick(PLACES), pick(PHONES), `second.${address()}`);
  return { text, meant: meant ? one : null, sure };
};

const times = (count: number, make: () => Pasted[]): Pasted[] => Array.from({ length: count }, make).flat();

/** Texts that were found or thought of one by one. */
const BY_HAND: Pasted[] = [
  ['john@firm.de privat', 'john@firm.de', false],
  ['Kontakt john.smith@web.de', 'john.smith@web.de', false],
  ['john@firm.com, Berlin', 'john@firm.com', false],
  ['john@firm.com,Berlin', 'john@firm.com', false],
  ['john@example.co,', 'john@example.co', true],
  ['john@example.co.', 'john@example.co', true],
  ['john@hotmail.co', null, false],
  ['john@firm.de. It is private', 'john@firm.de', false],
  ['john@gmail. com', 'john@gmail.com', true],
  ['john@gmail .com', 'john@gmail.com', true],
  ['john@gmail,com', 'john@gmail.com', true],
  ['john @ firm . de', 'john@firm.de', true],
  ['john@firm . co . uk', 'john@firm.co.uk', false],
  ['john@yahoo.co. uk', 'john@yahoo.co.uk', false],
  ['john@gmail com', 'john@gmail.com', false],
  ['john@gmail, com', 'john@gmail.com', false],
  ['john smith@gmail.com', 'smith@gmail.com', false],
  ['john..smith@gmail.com', 'john.smith@gmail.com', false],
  ['.john@gmail.com', 'john@gmail.com', false],
  ['john.@gmail.com', 'john@gmail.com', false],
  ['john@gmail..com', 'john@gmail.com', true],
  ['john@firm..com', 'john@firm.com', false],
  ['john@.gmail.com', 'john@gmail.com', true],
  ['john at gmail dot com', 'john@gmail.com', false],
  ['john{at}firm{dot}de', 'john@firm.de', false],
  ['xmpp:john@firm.de', 'john@firm.de', false],
  ['E-Mail:john@firm.de', 'john@firm.de', true],
  ['Kontakt:john@firm.de', 'john@firm.de', false],
  ['https://john@firm.com/', 'john@firm.com', false],
  ['*john@gmail.com*', 'john@gmail.com', true],
  ['**john@gmail.com**', 'john@gmail.com', true],
  ['`john@gmail.com`', 'john@gmail.com', true],
  ["'john@gmail.com',", 'john@gmail.com', true],
  ['john@gmail.com@', 'john@gmail.com', false],
  ['john@gmail.com!', 'john@gmail.com', true],
  ['john@gmail.com?', 'john@gmail.com', true],
  ['"john smith"@firm.de', null, false],
  ['"john @ home"@firm.de', null, false],
  ["o'neill@firm.ie", null, false],
  ['{john}@firm.de', null, false],
  ['fi\u00adrm@fi\u00adrm.de', 'firm@firm.de', true],
].map(([text, meant, sure]) => ({ text, meant, sure }) as Pasted);

/** More than 1,000 texts in many languages, the same in each run. */
export const PASTED: readonly Pasted[] = [
  ...BY_HAND,
  ...times(16, () => SURE.map((template) => fill(template, true, true))),
  ...times(16, () => ASKED.map((template) => fill(template, true, false))),
  ...times(16, () => NONE.map((template) => fill(template, false, false))),
];
