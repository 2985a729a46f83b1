import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { SUB_STATUSES, type SubStatus } from '../../../src/protocol/index.js';
import { ACTIONS, applyRule, type Action } from '../../../src/service/rules/apply.js';
import { chooseAction, deniesUnasked } from '../../../src/service/rules/rulebook.js';
import { resultWith } from '../result-with.js';

describe('a verdict that knows the rule for its address', () => {
  const ROWS: [codes: SubStatus[], action: Action, status: string, codes: SubStatus[]][] = [
    [[], 'deny', 'invalid', ['denied']],
    [['smtp_not_checked', 'delivered'], 'deny', 'invalid', ['denied', 'smtp_not_checked', 'delivered']],
    [['domain_not_found'], 'deny', 'invalid', ['denied', 'domain_not_found']],
    [[], 'deny_risky', 'risky', ['denied_risky']],
    // It is known what to think of it, whatever was not found out.
    [['dns_timeout'], 'deny', 'invalid', ['denied', 'dns_timeout']],
    [['dns_timeout'], 'deny_risky', 'risky', ['denied_risky', 'dns_timeout']],
    [['mailbox_not_found'], 'deny_risky', 'invalid', ['denied_risky', 'mailbox_not_found']],
    [['disposable', 'smtp_not_checked'], 'allow', 'valid', ['allowed', 'smtp_not_checked']],
    [['disposable_host', 'possible_disposable'], 'allow', 'valid', ['allowed']],
    [['catch_all', 'role_account'], 'allow', 'valid', ['allowed']],
    [[], 'allow', 'valid', ['allowed']],
    // A mail server's word stays, and so does that of mail.
    [['mailbox_full'], 'allow', 'risky', ['allowed', 'mailbox_full']],
    [['complained'], 'allow', 'risky', ['allowed', 'complained']],
    [['possible_typo'], 'allow', 'risky', ['allowed', 'possible_typo']],
    [['greylisted', 'catch_all'], 'allow', 'unknown', ['allowed', 'greylisted']],
    [['null_mx', 'disposable'], 'allow', 'invalid', ['null_mx', 'disposable']],
  ];
  for (const [codes, action, status, expected] of ROWS)
    it(`${codes.join(' ') || 'no code'}, ${action}: ${status} ${expected.join(' ')}`, () => {
      const ruled = applyRule(resultWith(codes), action);
      assert.equal(ruled.status, status);
      assert.deepEqual(ruled, resultWith(expected));
    });

  it('stays as it is without one', () => {
    const result = resultWith(['catch_all']);
    assert.equal(applyRule(result, null), result);
  });

  it('is never better for a denial, never worse for an allowance, and the same when it is applied twice', () => {
    const found = SUB_STATUSES.filter((code) => !['denied', 'denied_risky', 'allowed'].includes(code));
    fc.assert(
      fc.property(fc.subarray(found), fc.constantFrom(...ACTIONS), (codes, action) => {
        const result = resultWith(codes);
        const once = applyRule(result, action);
        if (action === 'allow') assert.ok(once.score >= result.score || result.status === 'unknown');
        else {
          assert.ok(once.score <= result.score || result.status === 'unknown');
          assert.ok(once.status === 'invalid' || (action === 'deny_risky' && once.status === 'risky'));
        }
        assert.deepEqual(applyRule(once, action), once);
      }),
    );
  });
});

describe('of several rules that fit', () => {
  const KEYS = ['anna@mail.firm.org', 'mail.firm.org', '*.firm.org', '*.org', 'mx:mx.firm.org'];
  const rules = (entries: Record<string, Action>): Map<string, Action> => new Map(Object.entries(entries));
  const NONE = rules({});

  it('the most specific of a list counts', () => {
    const list = rules({ '*.org': 'deny', '*.firm.org': 'allow', 'anna@mail.firm.org': 'deny_risky' });
    assert.equal(chooseAction(KEYS, list, NONE), 'deny_risky');
    assert.equal(chooseAction(KEYS.slice(1), list, NONE), 'allow');
    assert.equal(chooseAction(KEYS, NONE, list), 'deny_risky');
    assert.equal(chooseAction(KEYS, NONE, NONE), null);
  });

  it("a denial of the deployment goes before the account's rule, and that before an allowance of the deployment", () => {
    const [allow, deny] = [rules({ '*.org': 'allow' }), rules({ 'mx:mx.firm.org': 'deny' })];
    assert.equal(chooseAction(KEYS, allow, deny), 'deny');
    assert.equal(chooseAction(KEYS, deny, allow), 'deny');
    assert.equal(chooseAction(KEYS, NONE, allow), 'allow');
  });

  it('an allowance of the deployment lifts a less specific denial of its own', () => {
    const deployment = rules({ '*.org': 'deny', 'mail.firm.org': 'allow' });
    assert.equal(chooseAction(KEYS, NONE, deployment), 'allow');
    assert.equal(chooseAction(KEYS, rules({ '*.org': 'deny_risky' }), deployment), 'deny_risky');
  });

  it('denies without a question only what is denied whatever mail server the domain has', () => {
    const found = [...KEYS, 'mx:*.firm.org'];
    const list = fc.dictionary(fc.constantFrom(...found), fc.constantFrom(...ACTIONS)).map(rules);
    const unasked = KEYS.filter((key) => !key.startsWith('mx:'));
    let count = 0;
    fc.assert(
      fc.property(list, list, (account, deployment) => {
        if (!deniesUnasked(unasked, account, deployment)) return;
        count += 1;
        for (const more of [[], ['mx:mx.firm.org', 'mx:*.firm.org'], ['mx:*.firm.org']])
          assert.equal(chooseAction([...unasked, ...more], account, deployment), 'deny');
      }),
    );
    assert.ok(count > 0);
  });

  it('asks where a rule allows, calls risky or fits the mail server, and where there is none', () => {
    const unasked = KEYS.filter((key) => !key.startsWith('mx:'));
    const deny = rules({ '*.org': 'deny' });
    assert.equal(deniesUnasked(unasked, deny, NONE), true);
    assert.equal(deniesUnasked(unasked, NONE, deny), true);
    assert.equal(deniesUnasked(unasked, rules({ '*.org': 'deny', 'mail.firm.org': 'allow' }), NONE), false);
    // The DNS may still say that it does not exist.
    assert.equal(deniesUnasked(unasked, rules({ '*.org': 'deny_risky' }), NONE), false);
    assert.equal(deniesUnasked(unasked, rules({ 'mx:mx.firm.org': 'deny' }), NONE), false);
    // The denial of the deployment goes first, and it is a milder one.
    assert.equal(deniesUnasked(unasked, deny, rules({ 'mx:mx.firm.org': 'deny_risky' })), false);
    assert.equal(deniesUnasked(unasked, deny, rules({ 'mx:mx.firm.org': 'deny_risky', '*.org': 'allow' })), true);
    assert.equal(deniesUnasked(unasked, NONE, NONE), false);
  });
});
