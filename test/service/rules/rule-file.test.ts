import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { readRuleFile } from '../../../src/service/rules/rule-file.js';

describe('the file of rules', () => {
  it('has a rule a line, with an end and a note where there is one', () => {
    const { rules, bad } = readRuleFile(
      [
        '\ufeff# The rules of our service.',
        '',
        'deny *.spam.example until 2026-12-31 # asked us to stop, #2',
        '\tallow\t Anna+x@Firm.org#not a note',
        'deny_risky promo.example# not a note either',
        'allow firm.org #',
        '   # deny nobody.example',
        'deny mx:*.mail.example\r',
        'deny last.example',
      ].join('\n'),
    );
    assert.deepEqual(
      rules.map(({ pattern, action, note, until }) => [action, pattern, note, until]),
      [
        ['deny', '*.spam.example', 'asked us to stop, #2', '2026-12-31'],
        ['allow', 'firm.org', '', null],
        ['deny', 'mx:*.mail.example', '', null],
        ['deny', 'last.example', '', null],
      ],
    );
    assert.deepEqual(
      bad.map(({ line }) => line),
      [4, 5],
    );
  });

  for (const [line, reason] of [
    ['block firm.org', /^a line begins with allow, deny, deny_risky$/],
    ['firm.org', /^a line begins with/],
    ['deny', /^after deny stands an address, a domain such as firm\.org/],
    ['deny a b.org', /^after deny stands/],
    ['deny firm.org 2026-12-31', /^after the pattern stands nothing, or until and a day/],
    ['deny firm.org until', /^after the pattern stands/],
    ['deny firm.org until 2026-02-30', /^after the pattern stands/],
    ['deny firm.org until 2026-12-31 please', /^after the pattern stands/],
    [`deny firm.org # ${'a'.repeat(201)}`, /^a note has at most 200 characters$/],
  ] as const)
    it(`says what is wrong with ${line.slice(0, 40)}, and quotes nothing of it`, () => {
      const { rules, bad } = readRuleFile(`allow fine.example\n${line}`);
      assert.equal(rules.length, 1);
      assert.equal(bad.length, 1);
      assert.ok(bad[0]);
      assert.equal(bad[0].line, 2);
      assert.match(bad[0].reason, reason);
    });

  it('is read whatever it holds, and counts each line once at most', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { rules, bad } = readRuleFile(text);
        assert.ok(rules.length + bad.length <= text.split(/\r\n|\n|\r/).length);
      }),
    );
  });

  it('loses no line with a separator of another kind in it', () => {
    const { rules, bad } = readRuleFile('deny firm.org # a\u2028b\ndeny\u2028x # c');
    assert.deepEqual([rules.map(({ pattern }) => pattern), bad.map(({ line }) => line)], [['firm.org'], [2]]);
  });

  it('is read in time, also a line that is long', () => {
    const started = performance.now();
    readRuleFile(`deny firm.org ${' #'.repeat(200_000)}\n${'a '.repeat(200_000)}`);
    assert.ok(performance.now() - started < 30_000);
  });
});
