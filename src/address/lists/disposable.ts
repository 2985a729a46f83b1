import names from 'disposable-email-domains/index.json' with { type: 'json' };
import wildcards from 'disposable-email-domains/wildcard.json' with { type: 'json' };
import { holds } from './match.js';
import { isRelay } from './relays.js';

/**
 * What the public list holds and should not: real providers (one of them an alias domain of Fastmail), and registries, under which anybody's
 * own domain stands.
 */
const KEPT: ReadonlySet<string> = new Set(
  'fastmail.name safe-mail.net vfemail.net 21cn.com web.id my.id edu.pl za.com'.split(' '),
);

let list: ReadonlySet<string> | undefined;

/**
 * Whether a domain, or one of its parents, is on the public list of throw-away providers (npm `disposable-email-domains`), and is none of
 * those that it holds by mistake, nor a relay. The list has some 120,000 names: it is made into a set at the first question.
 */
export const isDisposable = (domain: string): boolean => {
  list ??= new Set<string>([...names, ...wildcards].filter((name) => !KEPT.has(name)));
  return !isRelay(domain) && holds(list, domain);
};
