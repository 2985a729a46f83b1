import names from 'disposable-email-domains/index.json' with { type: 'json' };
import wildcards from 'disposable-email-domains/wildcard.json' with { type: 'json' };
import { includesDomain } from './match.js';
import { isRelay } from './relays.js';

/**
 * Names that the public list holds by mistake: real providers (one of them an alias domain of Fastmail), and registries under which anybody
 * may have a domain.
 */
const NOT_DISPOSABLE: ReadonlySet<string> = new Set(
  'fastmail.name safe-mail.net vfemail.net 21cn.com web.id my.id edu.pl za.com'.split(' '),
);

let list: ReadonlySet<string> | undefined;

/**
 * True if a domain, or one of its parents, is on the public list of disposable providers (npm `disposable-email-domains`), except those that
 * the list holds by mistake, and relays. The list has some 120,000 names, so the Set is built at the first call.
 */
export const isDisposable = (domain: string): boolean => {
  list ??= new Set<string>([...names, ...wildcards].filter((name) => !NOT_DISPOSABLE.has(name)));
  return !isRelay(domain) && includesDomain(list, domain);
};
