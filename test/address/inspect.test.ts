import assert from 'node:assert/strict';
import { test } from 'vitest';
import { classify, inspect, parseAddress, suggest } from '../../src/address/index.js';
import { FREE } from '../../src/address/known-domains/free-providers.js';
import { RELAYS } from '../../src/address/known-domains/relays.js';
import { RESERVED } from '../../src/address/known-domains/reserved.js';
import { PASTED } from './corpora/pasted.js';
import { LEGITIMATE, TYPED_WRONG } from './corpus.js';

test('one inspection tells what parsing, classifying and suggesting tell', () => {
  const domains = [
    ...LEGITIMATE,
    ...TYPED_WRONG.map(({ typed }) => typed),
    ...RELAYS,
    'mailinator.com',
    'firm.test',
    'x',
  ];
  const locals = ['anna', 'info+x', 'müller', 'a..b', "'a", '"a b"', 'a'.repeat(60)];
  const texts = domains.flatMap((domain, i) => `${locals[i % locals.length]}@${domain}`);
  for (const text of [...texts, ...PASTED.map((pasted) => pasted.text), '', '@', 'a'.repeat(2000)])
    assert.deepEqual(
      inspect(text),
      { parsed: parseAddress(text), codes: classify(text), suggestion: suggest(text) },
      text,
    );
});

test('no free provider is below a relay or a reserved name, so that one code is enough', () => {
  const both = [...FREE].filter((domain) =>
    [...RELAYS, ...RESERVED].some((name) => domain === name || domain.endsWith(`.${name}`)),
  );
  assert.deepEqual(both, []);
});
