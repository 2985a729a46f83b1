import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { createDisposableHosts } from '../../src/verifier/disposable-hosts.js';
import { HOSTING } from '../../src/verifier/data/hosting.js';
import type { SubStatus } from '../../src/protocol/index.js';

const DAY_MS = 24 * 3_600_000;

/** A deterministic random number from 0 to 1 (mulberry32). */
const random = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
};

const shuffled = <T>(items: readonly T[], seed: number): T[] => {
  const next = random(seed);
  return items
    .map((item) => [next(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
};

const setUp = () => {
  let nowMs = Date.UTC(2026, 0);
  const hosts = createDisposableHosts(() => new Date(nowMs));
  return {
    look: (domain: string, host: string, codes: SubStatus[] = [], addresses: string[] = []) =>
      hosts.isDisposable(domain, codes, { host, addresses }),
    pass: (ms: number) => (nowMs += ms),
  };
};

/** Has known disposable domains point to a host. */
const teach = ({ look }: Pick<ReturnType<typeof setUp>, 'look'>, host: string, count = 5, addresses: string[] = []) => {
  for (let i = 0; i < count; i++) look(`known${i}.example`, host, ['disposable'], addresses);
};

describe('a new disposable domain', () => {
  test('is told by the host that it shares with known ones', () => {
    const hosts = setUp();
    teach(hosts, 'mx.shared.net');
    assert.equal(hosts.look('new.org', 'mx.shared.net'), true);
  });

  test('is told by the address that its host shares with theirs', () => {
    const hosts = setUp();
    for (let i = 0; i < 5; i++) hosts.look(`known${i}.net`, `mx${i}.shared.net`, ['disposable'], ['203.0.113.7']);
    assert.equal(hosts.look('new.org', 'mx9.shared.net', [], ['203.0.113.7']), true);
  });

  test('is told by a host that is on a list itself', () => {
    assert.equal(setUp().look('new.org', 'mail.mailinator.com'), true);
  });

  test('on a list is not told twice', () => {
    const hosts = setUp();
    teach(hosts, 'mx.shared.net');
    assert.equal(hosts.look('known.net', 'mx.shared.net', ['disposable']), false);
  });

  test('is found in 95 of 100 cases after the first quarter: 500 unlisted names on 20 hosts', () => {
    for (const [listedPerHost, seed] of [
      [25, 1],
      [50, 2],
      [50, 3],
      [100, 4],
    ] as const) {
      const { look } = setUp();
      const names = Array.from({ length: 20 }, (_, host) => [
        ...Array.from({ length: 25 }, (_n, n) => ({ name: `new${n}-${host}.org`, host, listed: false })),
        ...Array.from({ length: listedPerHost }, (_n, n) => ({ name: `known${n}-${host}.net`, host, listed: true })),
      ]).flat();
      const stream = shuffled(names, seed);
      const told = stream.map(({ name, host, listed }) =>
        look(name, `mx${host}.shared${host}.net`, listed ? ['disposable'] : []),
      );
      const later = stream
        .map((item, i) => ({ ...item, i }))
        .filter(({ listed, i }) => !listed && i >= stream.length / 4);
      const found = later.filter(({ i }) => told[i]).length / later.length;
      if (listedPerHost > 25) assert.ok(found >= 0.95, `${listedPerHost} listed: ${found}`);
      else assert.ok(found >= 0.5, `${listedPerHost} listed: ${found}`);
    }
  });
});

describe('a real domain', () => {
  test('at a large hosting provider is never called disposable: 5,000 among 500 disposable ones', () => {
    const { look } = setUp();
    const hosting = [...HOSTING.keys()];
    const all = shuffled(
      Array.from({ length: 5500 }, (_, n) => ({ n, host: `mx${n % 7}.${hosting[n % hosting.length] ?? ''}` })),
      5,
    );
    for (const { n, host } of all) {
      const listed = n < 500;
      assert.equal(look(`firm${n}.org`, host, listed ? ['disposable'] : [], [`203.0.113.${n % 200}`]), false);
    }
  });

  test('at a host that serves many others is not called disposable', () => {
    const { look } = setUp();
    const firms = Array.from({ length: 1000 }, (_, n) => n);
    for (const n of shuffled(firms, 6))
      assert.equal(look(`firm${n}.org`, 'mx.hoster.net', n < 50 ? ['disposable'] : []), false, `firm${n}.org`);
  });

  test('is not called disposable for names that somebody made under one listed domain', () => {
    const hosts = setUp();
    for (let i = 0; i < 50; i++) hosts.look(`s${i}.mailinator.com`, 'mail.firm.org', ['disposable'], ['203.0.113.9']);
    assert.equal(hosts.look('other.org', 'mail.firm.org', [], ['203.0.113.9']), false);
  });

  test('with a mail server of its own is not called disposable, whoever points there', () => {
    const hosts = setUp();
    teach(hosts, 'mail.firm.org', 50);
    assert.equal(hosts.look('firm.org', 'mail.firm.org', [], ['203.0.113.9']), false);
  });

  test('beside a well-known provider is not called disposable', () => {
    const hosts = setUp();
    hosts.look('web.de', 'mx.shared.net', ['free_provider']);
    teach(hosts, 'mx.shared.net', 50);
    assert.equal(hosts.look('firm.org', 'mx.shared.net'), false);
  });

  test('that moves to a server a month after its disposable domains left is not called disposable', () => {
    const hosts = setUp();
    teach(hosts, 'mx.shared.net');
    for (let day = 0; day < 31; day++) {
      hosts.look(`new${day}.org`, 'mx.shared.net');
      hosts.pass(DAY_MS);
    }
    assert.equal(hosts.look('firm.org', 'mx.shared.net'), false);
  });
});

test('a million servers take no more memory than ten thousand', () => {
  const { look } = setUp();
  teach({ look }, 'mx.shared.net');
  for (let n = 0; n < 20_000; n++) look(`firm${n}.org`, `mx.host${n}.net`);
  assert.equal(look('new.org', 'mx.shared.net'), false, 'the oldest server was forgotten');
});
