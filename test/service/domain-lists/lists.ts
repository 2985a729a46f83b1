import { generateKeyPairSync } from 'node:crypto';
import { RELEASED_NAMES, type DisposableNames } from '../../../src/address/known-domains/disposable.js';
import { FREE } from '../../../src/address/known-domains/free-providers.js';
import type { DomainLists } from '../../../src/service/domain-lists/signed-lists.js';

/** A pair of keys of the tests: that of the program has its private half elsewhere. */
export const KEYS = generateKeyPairSync('ed25519');

const RELEASED_FREE = [...FREE];

/** The lists of this release with a few more names. */
export const listsWith = (
  madeAt: string,
  { disposable = [], free = [] }: { disposable?: readonly string[]; free?: readonly string[] } = {},
): DomainLists => {
  // Endings that no list has, so that nothing has to be sorted in.
  const more: DisposableNames['names'] = Object.fromEntries(
    disposable.map((name) => {
      const [label = '', ending = ''] = name.split('.');
      return [ending, { [label.length]: label }];
    }),
  );
  return {
    madeAt: new Date(madeAt),
    disposable: { names: { ...RELEASED_NAMES.names, ...more }, strengths: RELEASED_NAMES.strengths },
    free: [...RELEASED_FREE, ...free],
  };
};

/** The free providers of this release. */
export const releasedFree = (): string[] => [...RELEASED_FREE];
