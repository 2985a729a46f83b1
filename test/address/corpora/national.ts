import { FREE } from '../../../src/address/known-domains/free-providers.js';
import { typos } from './keyboards.js';
import { REAL_DOMAINS } from './real.js';
import { TYPOS, type Typo } from './typos.js';

/** The providers' domains for one country that the other corpus has not: the suffixes under which each is. */
const SUFFIXES: Readonly<Record<string, string>> = {
  yahoo:
    'de es it ca gr ie dk se no pl ro com.ar com.au com.mx com.tr com.tw com.hk com.sg com.my com.ph com.vn com.co com.pe co.id co.nz co.kr co.th co.za',
  hotmail: 'de es nl be se no dk ch gr com.ar com.br com.tr com.tw com.au co.jp co.th co.kr co.nz co.id',
  live: 'fr de it nl be se no dk ca ie at co.uk com.au com.mx com.ar com.pt com.sg co.za',
  outlook: 'fr de es it be dk ie pt cz com.br com.ar com.tr com.vn co.id co.th jp kr',
  gmx: 'at ch fr es',
  aol: 'de fr it co.uk com.br',
  yandex: 'com by kz ua com.tr',
  windowslive: 'com',
  globo: 'com',
  freemail: 'hu',
};

export const NATIONAL_DOMAINS: readonly string[] = Object.entries(SUFFIXES).flatMap(([name, suffixes]) =>
  suffixes.split(' ').map((suffix) => `${name}.${suffix}`),
);

const REAL: ReadonlySet<string> = new Set([...NATIONAL_DOMAINS, ...Object.values(REAL_DOMAINS).flat()]);

/** Nobody can tell these from a typo of a larger provider; nor is .com.uk, by which .co.uk is meant, from one of .com.hk. */
const LARGER: ReadonlySet<string> = new Set(TYPOS.map(({ typed }) => typed));

/**
 * Every typo in the domain of each, but for those that make a domain which is known to be real, or are one of a larger
 * provider too.
 */
export const NATIONAL_TYPOS: readonly Typo[] = NATIONAL_DOMAINS.flatMap((meant) =>
  typos(meant)
    .filter((typed) => !REAL.has(typed) && !LARGER.has(typed) && !typed.endsWith('.com.uk') && !FREE.has(typed))
    .map((typed) => ({ typed, meant })),
);
