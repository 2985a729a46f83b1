import assert from 'node:assert/strict';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Service } from '../../../src/service/index.js';
import { eventually } from '../../support/eventually.js';
import { startPostgres, type Postgres } from '../../support/postgres.js';
import { check, useHarness } from '../harness.js';
import { whole } from '../../support/whole.js';

/** Each connection of the pool, and some that wait for one. */
const CLIENTS = 15;
/** The promise is 5 s, of which a lost connection takes 4. Suites that run side by side take the cores: 2 s more. */
const BACK_MS = 7000;

/** A TCP proxy to a Unix socket that can lose everything without a word, as a router does that was switched off. */
const startProxy = async (path: string) => {
  const sockets = new Set<Socket>();
  let losing = false;
  const server = createServer((client) => {
    const target = connect(path);
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('data', (chunk) => {
        if (lost.has(client)) silent.add(client);
        else other.write(chunk);
      });
      one.on('end', () => {
        if (!lost.has(client)) other.end();
      });
    }
    clients.add(client);
    if (losing) lost.add(client);
  });
  const clients = new Set<Socket>();
  const lost = new WeakSet<Socket>();
  /** Clients that wait for an answer which never comes. */
  const silent = new Set<Socket>();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    waiting: () => silent.size,
    lose: () => {
      losing = true;
      silent.clear();
      for (const client of clients) lost.add(client);
    },
    /** For new connections; the others stay lost. */
    heal: () => {
      losing = false;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};

const statusesOf = async (service: Service): Promise<number[]> => {
  const answers = await Promise.all(Array.from({ length: CLIENTS }, (_, n) => check(service, `${n}@example.org`)));
  return [...new Set(answers.map(({ status }) => status))];
};

/** The time that some work takes, in ms. A pause of this process counts 50 ms. */
const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  let [ms, last] = [0, performance.now()];
  const count = (): void => {
    const now = performance.now();
    ms += Math.min(now - last, 50);
    last = now;
  };
  const timer = setInterval(count, 10);
  await work().finally(() => {
    clearInterval(timer);
  });
  count();
  return ms;
};

describe.runIf(process.platform === 'linux')('PostgreSQL that is gone without a goodbye', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  const { open } = useHarness();
  afterAll(() => postgres.stop());

  const place = async (): Promise<{ folder: string; databaseUrl: string }> => {
    const databaseUrl = await postgres.createDatabase();
    return { databaseUrl, folder: new URL(databaseUrl).searchParams.get('host') ?? '' };
  };
  const openRich = async (databaseUrl: string): Promise<Service> => {
    const service = await open({ dataDir: '/nonexistent', databaseUrl }, { statementMs: undefined });
    await service.accounts.setPlan(service.firstAccount, 'enterprise');
    assert.deepEqual(await statusesOf(service), [200]);
    return service;
  };

  it('because it is stopped: checks end with 503, and are answered again when it continues', async () => {
    const { databaseUrl } = await place();
    const service = await openRich(databaseUrl);
    const resume = postgres.pause();
    try {
      assert.deepEqual(await statusesOf(service), [503]);
    } finally {
      resume();
    }
    const back = await timeOf(() => eventually(async () => (await check(service, 'anna@example.org')).status === 200));
    assert.ok(back < BACK_MS, `${back} ms`);
    await service.close();
  });

  it.runIf(whole)(
    'because the network loses everything: checks end with 503, and are answered again over new connections',
    async () => {
      const { databaseUrl, folder } = await place();
      const proxy = await startProxy(join(folder, '.s.PGSQL.5432'));
      const { pathname } = new URL(databaseUrl);
      const service = await openRich(`postgresql://postgres@127.0.0.1:${proxy.port}${pathname}`);
      // The worst moments: a connection has just sent a statement, or has just begun to be made.
      for (const moment of ['a statement', 'connecting']) {
        proxy.lose();
        if (moment === 'connecting') {
          assert.deepEqual(await statusesOf(service), [503]);
          proxy.lose();
        }
        const hanging = statusesOf(service);
        await eventually(() => proxy.waiting() > 0);
        proxy.heal();
        const back = await timeOf(() => eventually(async () => (await check(service, 'b@example.org')).status === 200));
        console.log(`${moment}: back after ${Math.round(back)} ms`);
        assert.ok(back < BACK_MS, `${moment}: ${back} ms`);
        await hanging;
        assert.deepEqual(await statusesOf(service), [200]);
      }
      proxy.lose();
      // A close without a bound would never end.
      await service.close();
      proxy.close();
    },
  );
});
