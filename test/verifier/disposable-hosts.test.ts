import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'vitest';
import fc from 'fast-check';
import { classify } from '../../src/address/classify.js';
import { isAgreed, isDisposable } from '../../src/address/known-domains/disposable.js';
import { createDisposableHosts } from '../../src/verifier/disposable-hosts.js';
import { HOSTING } from '../../src/verifier/data/hosting.js';
import type { SubStatus } from '../../src/protocol/index.js';

const DAY_MS = 24 * 3_600_000;

/** The names of the list itself, without those that stand for several endings. */
const NAMES = Object.entries(
  (
    JSON.parse(
      readFileSync(new URL('../../src/address/known-domains/disposable-names.json', import.meta.url), 'utf8'),
    ) as {
      names: Record<string, Record<string, string>>;
    }
  ).names,
).flatMap(([ending, lists]) =>
  Object.entries(ending === '*' ? {} : lists).flatMap(([length, list]) =>
    Array.from({ length: list.length / Number(length) }, (_, i) =>
      [list.slice(i * Number(length), (i + 1) * Number(length)), ending].join('.'),
    ),
  ),
);
const AGREED = NAMES.filter((name) => isAgreed(name) && classify(`a@${name}`).includes('disposable'));
const EVIDENT = NAMES.filter((name) => isDisposable(name) && !isAgreed(name));
const POSSIBLE = NAMES.filter((name) => !isDisposable(name));

const setUp = () => {
  let nowMs = Date.UTC(2026, 0, 5, 12);
  const hosts = createDisposableHosts(() => nowMs);
  const look = (
    domain: string,
    host: string,
    addresses: string[] = [],
    codes: readonly SubStatus[] = classify(`anna@${domain}`),
  ): boolean => hosts.isDisposable(domain, codes, { host, addresses });
  return {
    look,
    pass: (days: number) => (nowMs += days * DAY_MS),
    /** Has domains looked up at a host, once a day. */
    visit: (days: number, domains: readonly string[], host: string, addresses: string[] = []) => {
      for (let day = 0; day < days; day++) {
        for (const domain of domains) look(domain, host, addresses);
        nowMs += DAY_MS;
      }
    },
  };
};

test('there are names of each kind to try with', () => {
  assert.ok(AGREED.length > 3000 && EVIDENT.length > 500 && POSSIBLE.length > 100_000);
});

describe('a new disposable domain', () => {
  test('is told by the host that it shares with known ones', () => {
    const { visit, look } = setUp();
    visit(6, AGREED.slice(0, 5), 'mx.shared.net');
    assert.equal(look('new.org', 'mx.shared.net'), true);
    assert.equal(look('newer.org', 'mx.shared.net'), true);
  });

  test('is told by the address that its host shares with theirs', () => {
    const { look, pass } = setUp();
    for (let day = 0; day < 6; day++) {
      for (const [i, name] of AGREED.slice(0, 5).entries()) look(name, `mx${i}.shared.net`, ['203.0.113.7']);
      pass(1);
    }
    assert.equal(look('new.org', 'mx9.shared.net', ['203.0.113.7']), true);
  });

  test('is told by a host that is on a list itself', () => {
    assert.equal(setUp().look('new.org', 'mail.mailinator.com'), true);
  });

  test('on one list is told by its host', () => {
    const { visit, look } = setUp();
    visit(6, AGREED.slice(0, 5), 'mx.shared.net');
    assert.equal(look(POSSIBLE[7] ?? '', 'mx.shared.net'), true);
  });

  test('on the lists is not told twice', () => {
    const { visit, look } = setUp();
    visit(6, AGREED.slice(0, 5), 'mx.shared.net');
    assert.equal(look(AGREED[9] ?? '', 'mx.shared.net'), false);
    assert.equal(look(EVIDENT[9] ?? '', 'mx.shared.net'), false);
  });

  test('is found at a host of very many known ones, and of some that come and go', () => {
    const { look, pass } = setUp();
    for (let day = 0; day < 6; day++) {
      for (const name of AGREED.slice(0, 100)) look(name, 'mx.shared.net');
      for (const name of AGREED.slice(1000 + day * 30, 1030 + day * 30)) look(name, 'mx.shared.net');
      pass(1);
    }
    assert.equal(look('new.org', 'mx.shared.net'), true);
  });

  test('is found beside three others, when eleven known ones are there', () => {
    const { visit, look } = setUp();
    visit(6, [...AGREED.slice(0, 11), 'a.org', 'b.org', 'c.org'], 'mx.shared.net');
    assert.equal(look('new.org', 'mx.shared.net'), true);
  });

  test('is found at all of 20 hosts, from the sixth day on', () => {
    const { look, pass } = setUp();
    let found = 0;
    for (let day = 0; day < 12; day++) {
      for (let host = 0; host < 20; host++) {
        for (let n = 0; n < 8; n++) look(AGREED[host * 8 + n] ?? '', `mx.shared${host}.net`);
        if (day > 5 && look(`new${day}-${host}.org`, `mx.shared${host}.net`)) found++;
      }
      pass(1);
    }
    assert.equal(found, 6 * 20);
  });
});

describe('a server is not learned', () => {
  test('from names that were seen there for fewer than three days, or within fewer than four', () => {
    for (const days of [1, 2, 3, 4]) {
      const { visit, look } = setUp();
      visit(days, AGREED.slice(0, 500), 'mail.firm.org');
      assert.equal(look('anna.org', 'mail.firm.org'), false, `${days} days`);
    }
    const { visit, look, pass } = setUp();
    visit(1, AGREED.slice(0, 500), 'mail.firm.org');
    pass(8);
    visit(1, AGREED.slice(0, 500), 'mail.firm.org');
    assert.equal(look('anna.org', 'mail.firm.org'), false, 'two days');
  });

  test('from names with gaps in which they can have changed their owner', () => {
    const { look, pass } = setUp();
    for (let month = 0; month < 12; month++) {
      for (const name of AGREED.slice(0, 12)) look(name, 'mail.firm.org');
      pass(15);
    }
    assert.equal(look('anna.org', 'mail.firm.org'), false);
  });

  test('from names that move: each day five others of 100', () => {
    const { look, pass } = setUp();
    for (let day = 0; day < 20; day++) {
      for (let n = 0; n < 5; n++) look(AGREED[day * 5 + n] ?? '', 'mail.firm.org');
      pass(1);
    }
    assert.equal(look('anna.org', 'mail.firm.org'), false);
  });

  test('from names that only one list has, or that evidence calls disposable', () => {
    const { visit, look } = setUp();
    visit(10, [...EVIDENT.slice(0, 100), ...POSSIBLE.slice(0, 100)], 'mail.firm.org');
    assert.equal(look('anna.org', 'mail.firm.org'), false);
  });

  test('from any number of names below four listed ones', () => {
    const { visit, look } = setUp();
    const below = AGREED.slice(0, 4).flatMap((name) => Array.from({ length: 30 }, (_, i) => `s${i}.${name}`));
    visit(10, below, 'mail.firm.org', ['203.0.113.9']);
    assert.equal(look('anna.org', 'mail.firm.org', ['203.0.113.9']), false);
  });

  test('from domains without MX records', () => {
    const hosts = createDisposableHosts(() => 0);
    assert.equal(
      hosts.isDisposable('anna.org', [], { host: 'anna.org', addresses: ['203.0.113.9'], code: 'implicit_mx' }),
      false,
    );
  });

  test('that belongs to a large hosting provider', () => {
    const { visit, look } = setUp();
    for (const provider of [...HOSTING.keys()].slice(0, 20)) {
      visit(6, AGREED.slice(0, 12), `mx1.${provider}`, ['203.0.113.1']);
      assert.equal(look('anna.org', `mx2.${provider}`, ['203.0.113.1']), false, provider);
    }
  });

  test('beside a mailbox provider, a relay, a school or an authority', () => {
    for (const neighbour of ['web.de', 'simplelogin.com', 'physics.school.edu', 'town.gov.uk', 'uni.ac.jp']) {
      const { visit, look } = setUp();
      visit(6, AGREED.slice(0, 12), 'mx.shared.net');
      look(neighbour, 'mx.shared.net');
      assert.equal(look('anna.org', 'mx.shared.net'), false, neighbour);
      assert.equal(look(neighbour, 'mx.shared.net'), false, neighbour);
    }
  });
});

describe('whoever buys lapsed names, points them at a small honest host and has them checked', () => {
  const CUSTOMERS = ['anna.org', 'bakery.net', 'choir.org', 'dentist.com'];

  test('makes none of four customers disposable, with any number of names, for any time', () => {
    for (const count of [5, 12, 50, 1000]) {
      const { visit, look } = setUp();
      for (const customer of CUSTOMERS) look(customer, 'mail.small.net', ['203.0.113.5']);
      for (let week = 0; week < 6; week++) {
        visit(7, AGREED.slice(0, count), 'mail.small.net', ['203.0.113.5']);
        for (const customer of CUSTOMERS)
          assert.equal(look(customer, 'mail.small.net', ['203.0.113.5']), false, `${customer}, week ${week}`);
      }
    }
  });

  test('never makes a customer disposable that was seen there before, by host names of their own', () => {
    const { look, pass } = setUp();
    for (let day = 0; day < 20; day++) {
      assert.equal(look('anna.org', 'mail.small.net', ['203.0.113.5']), false);
      for (const [i, name] of AGREED.slice(0, 100).entries()) look(name, `mx${i}.attacker.net`, ['203.0.113.5']);
      pass(1);
    }
  });

  test('that nobody has asked for before is cleared by four customers within five days', () => {
    const { visit, look, pass } = setUp();
    visit(6, AGREED.slice(0, 200), 'mail.small.net');
    const told: boolean[] = [];
    for (let day = 0; day < 12; day++) {
      for (const name of AGREED.slice(0, 200)) look(name, 'mail.small.net');
      told.push(CUSTOMERS.map((customer) => look(customer, 'mail.small.net')).includes(true));
      pass(1);
    }
    assert.deepEqual(told.slice(5), [false, false, false, false, false, false, false]);
  });

  test('cannot keep the customers from being counted, by a flood of domains at the same host', () => {
    const { visit, look, pass } = setUp();
    visit(6, AGREED.slice(0, 12), 'mail.small.net');
    for (let n = 0; n < 100; n++) look(`flood${n}.attacker.net`, 'mail.small.net');
    for (let day = 0; day < 5; day++) {
      for (const name of AGREED.slice(0, 12)) look(name, 'mail.small.net');
      for (const customer of CUSTOMERS) assert.equal(look(customer, 'mail.small.net'), false, customer);
      for (let n = 0; n < 100; n++) look(`flood${n}.attacker.net`, 'mail.small.net');
      pass(1);
    }
  });

  test('makes no firm with a mail server of its own disposable', () => {
    const { visit, look } = setUp();
    visit(10, AGREED.slice(0, 50), 'mail.firm.org', ['203.0.113.9']);
    assert.equal(look('firm.org', 'mail.firm.org', ['203.0.113.9']), false);
  });

  test('has no effect once the names are gone for two weeks', () => {
    const { visit, look, pass } = setUp();
    visit(6, AGREED.slice(0, 50), 'mail.small.net');
    assert.equal(look('before.org', 'mail.small.net'), true);
    pass(14);
    assert.equal(look('anna.org', 'mail.small.net'), false);
  });

  test('makes none of four customers disposable, whatever is looked up in which order', () => {
    const event = fc.record({
      names: fc.array(fc.nat({ max: 40 }), { maxLength: 20 }),
      floods: fc.nat({ max: 70 }),
      days: fc.constantFrom(0, 0, 1, 1, 2, 5, 13),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        const { look, pass } = setUp();
        for (const { names, floods, days } of events) {
          for (const customer of CUSTOMERS) assert.equal(look(customer, 'mail.small.net'), false);
          for (const name of names) look(AGREED[name] ?? '', 'mail.small.net');
          for (let n = 0; n < floods; n++) look(`flood${n}.attacker.net`, 'mail.small.net');
          pass(days);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('memory', () => {
  test('keeps what was learned through a flood of other servers', () => {
    const { visit, look } = setUp();
    visit(6, AGREED.slice(0, 5), 'mx.shared.net');
    for (let n = 0; n < 30_000; n++) look(`firm${n}.org`, `mx.host${n}.net`);
    assert.equal(look('new.org', 'mx.shared.net'), true);
  });

  test('keeps what was learned through a flood of servers made up for 50 listed names', () => {
    const { visit, look } = setUp();
    visit(6, AGREED.slice(0, 5), 'mx.shared.net');
    for (let n = 0; n < 30_000; n++) look(`s${n}.${AGREED[100 + (n % 50)] ?? ''}`, `mx${n}.attacker.net`);
    assert.equal(look('new.org', 'mx.shared.net'), true);
  });

  test('forgets the oldest servers, and calls nothing disposable for it', () => {
    const { visit, look } = setUp();
    visit(6, AGREED.slice(0, 5), 'mx.shared.net');
    const others = AGREED.slice(5, 2005);
    for (let n = 0; n < 20; n++) for (const [i, name] of others.entries()) look(name, `mx${i}-${n}.attacker.net`);
    assert.equal(look('new.org', 'mx.shared.net'), false);
  });
});
