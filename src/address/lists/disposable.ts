import names from 'disposable-email-domains/index.json' with { type: 'json' };
import wildcards from 'disposable-email-domains/wildcard.json' with { type: 'json' };
import { holds } from './match.js';

let list: ReadonlySet<string> | undefined;

/**
 * Whether a domain, or one of its parents, is on the public list of throw-away providers (npm `disposable-email-domains`). The list
 * has some 120,000 names: it is made into a set at the first question.
 */
export const isDisposable = (domain: string): boolean => {
  list ??= new Set<string>([...names, ...wildcards]);
  return holds(list, domain);
};
