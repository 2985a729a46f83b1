import { FREE } from '../../../src/address/known-domains/free-providers.js';
import { LEGITIMATE } from '../corpus.js';
import { typos } from './keyboards.js';
import { REAL_DOMAINS } from './real.js';

/** Sixty mailbox providers by their size, roughly; the first twenty are the largest. */
export const PROVIDERS: readonly string[] = (
  'gmail.com yahoo.com hotmail.com outlook.com icloud.com aol.com live.com msn.com googlemail.com mail.ru ' +
  'yandex.ru gmx.de web.de naver.com qq.com 163.com protonmail.com yahoo.co.uk hotmail.co.uk hotmail.fr ' +
  'comcast.net orange.fr wanadoo.fr free.fr laposte.net yahoo.fr sfr.fr libero.it hotmail.it t-online.de ' +
  'gmx.net yahoo.co.jp yahoo.co.in yahoo.com.br uol.com.br bol.com.br rediffmail.com me.com mac.com 126.com ' +
  'bk.ru list.ru inbox.ru rambler.ru wp.pl o2.pl onet.pl interia.pl seznam.cz verizon.net ' +
  'att.net sbcglobal.net bellsouth.net cox.net bigpond.com btinternet.com ziggo.nl telenet.be proton.me ukr.net'
).split(' ');

export const LARGEST: ReadonlySet<string> = new Set(PROVIDERS.slice(0, 20));

export interface Typo {
  typed: string;
  meant: string;
}

const ALL: readonly Typo[] = PROVIDERS.flatMap((meant) => typos(meant).map((typed) => ({ typed, meant })));

const REAL: ReadonlySet<string> = new Set([...LEGITIMATE, ...Object.values(REAL_DOMAINS).flat()]);

/** Every typo in the domain of each provider, but for those that make a domain which is known to be real. */
export const TYPOS: readonly Typo[] = ALL.filter(({ typed }) => !REAL.has(typed) && !FREE.has(typed));

/** The number of typos that make a real domain. */
export const REAL_TYPOS = ALL.length - TYPOS.length;
