import { NATIONAL_DOMAINS } from './national.js';
import type { Case } from './score.js';
import { PROVIDERS } from './typos.js';

const DOMAINS = [...PROVIDERS, ...NATIONAL_DOMAINS];
const LOCALS = ['anna', 'john.smith', 'maria_luisa', 'li-wei88'];
const ENDING = /(?:\.com?)?\.[a-z]+$/;

/** Each domain with each local part of its turn, so that all are used alike. */
const each = (make: (local: string, domain: string) => string[]): Case[] =>
  DOMAINS.flatMap((domain, i) => {
    const local = LOCALS[i % LOCALS.length]!;
    return make(local, domain).map((text) => ({ text, meant: `${local}@${domain}` }));
  });

/** A space in each place of a domain. */
export const SPACES = each((local, domain) =>
  Array.from(domain.slice(1), (_, i) => `${local}@${domain.slice(0, i + 1)} ${domain.slice(i + 1)}`),
);

/** A dot too many, or something else for it; a host or the ending twice. */
export const DOTS = each((local, domain) => [
  `${local}@${domain.replace('.', '..')}`,
  `${local}@.${domain}`,
  `${local}@${domain}.`,
  `${local}@${domain.replace('.', ',')}`,
  `${local}@${domain.replace('.', '@')}`,
  `${local}@www.${domain}`,
  `${local}@${domain}${ENDING.exec(domain)![0]}`,
  `${local}@${domain}@${domain}`,
]);

/** The @ left out, before a name that is long enough to be seen in a text. */
export const MISSING_AT = each((local, domain) => (domain.indexOf('.') > 4 ? [`${local}${domain}`] : []));

/** Another key for the @: those that have it, without Shift or AltGr, and the keys beside it. */
export const OTHER_KEY_FOR_AT = each((local, domain) =>
  Array.from(`2q"'#€ .,:;!$§°à`, (key) => `${local}${key}${domain}`),
);
