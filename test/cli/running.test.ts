/** The command line beside a running `email-verify serve`, and the end of that, each as a process. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { askControl } from '../../src/cli/control-socket.js';
import { run, startProgram, type Program } from '../e2e/support/program.js';
import { useBundle } from '../service/process.js';
import { useHarness, type Place } from '../service/harness.js';
import { audit } from '../service/credits/ledger-support.js';
import { usePGlite, usePostgres } from '../service/stores.js';
import { startDnsServer, type DnsServer, type Zone } from '../support/dns-server.js';
import { eventually } from '../support/eventually.js';
import { startSteadyClients } from '../support/steady-clients.js';
import { sample, whole } from '../support/whole.js';

const SECRET = 'a secret that is long enough for this test';
/** A burst of checks at mail domains that answer slowly. */
const CHECKS = 50;
const SLOW_MS = 700;
const slowZone = (): Zone =>
  Object.fromEntries(
    Array.from({ length: CHECKS }, (_, n) => [`slow-${n}.org`, { MX: ['mx.slow.org'], delayMs: SLOW_MS }]),
  );

interface Account {
  plan: string;
  credits: { free: number; bought: number; reserved: number };
}

describe('email-verify', () => {
  const cli = useBundle('cli');
  const { openStore } = useHarness();
  let dns: DnsServer;
  const programs: Program[] = [];
  // Before the folders of the programs go.
  afterAll(async () => {
    for (const program of programs) await program.end('SIGKILL');
    await dns.close();
  });
  const embedded = usePGlite();
  const postgres = usePostgres();
  const start = async (more: Record<string, string>): Promise<Program> => {
    const program = await startProgram({ HOST: '127.0.0.1', SECRET, DNS_SERVERS: dns.address, ...more }, cli);
    programs.push(program);
    return program;
  };
  beforeAll(async () => {
    dns = await startDnsServer({ zone: { ...slowZone(), 'mx.slow.org': { A: ['1.2.3.4'] } } });
  });

  const ask = (program: Program, key: string | null): Promise<Response> =>
    fetch(`${program.url}/api/account`, { headers: { 'x-api-key': key ?? '' } });
  const creditsOf = async (program: Program): Promise<Account> =>
    (await (await ask(program, program.key)).json()) as Account;

  for (const store of ['the embedded store', 'a PostgreSQL'] as const)
    describe.runIf(whole || store === 'the embedded store')(`account, beside a service on ${store}`, () => {
      let program: Program;
      let settings: Record<string, string>;
      const account = (...args: string[]) => run(['account', ...args], { SECRET, ...settings }, cli);
      /** The one line with which a command fails. */
      const refusal = async (...args: string[]): Promise<string> => {
        const { code, stdout, stderr } = await account(...args);
        assert.deepEqual([code, stdout, stderr.trim().split('\n').length], [1, '', 1], stderr);
        return stderr;
      };

      beforeAll(async () => {
        const { dataDir, databaseUrl } = await (store === 'a PostgreSQL' ? postgres() : embedded());
        settings = { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
        program = await start({ REGISTRATION: 'open', ...settings });
      });

      it('adds credits and keys that count at once, and prints what it does without a service', async () => {
        const { stdout, stderr } = await account('--credits', '5', '--new-key', '--keys');
        const lines = stdout.trim().split('\n');
        assert.deepEqual([lines.length, stderr], [4, '']);
        const key = /^The API key: (evk_[\w-]{43}) {3}\(shown this once; keep it\)$/.exec(lines[0] ?? '')?.[1] ?? '';
        assert.match(lines[2] ?? '', /^evk_[\w-]{4}… {2}live {2}API key {2}never used$/);
        assert.deepEqual(JSON.parse(lines[3] ?? ''), await creditsOf(program));
        assert.equal((await creditsOf(program)).credits.bought, 5);
        assert.equal((await ask(program, key)).status, 200);
      });

      it('fails with one line and an exit code, and changes nothing then', async () => {
        const before = await creditsOf(program);
        const rows: [args: string[], line: RegExp][] = [
          [['--account', 'nobody@firm.example', '--credits', '7'], /^no account has a user with this address\.$/],
          [['--account', '999', '--credits', '7'], /^there is no account 999\.$/],
          [['--rotate', 'evk_none'], /^--rotate must be the start of one API key/],
          [['--credits', '7', '--expires', '2020-01-01'], /^credits expire in the future/],
          [['--credits', 'many'], /^--credits must be a whole number/],
        ];
        for (const [args, line] of sample(rows, 3)) assert.match((await refusal(...args)).trim(), line);
        assert.deepEqual(await creditsOf(program), before);
      });

      it('acts on the account of a user, and lists all', async () => {
        const post = (name: string, body: object): Promise<Response> =>
          fetch(`${program.url}/api/auth/${name}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', origin: program.url },
            body: JSON.stringify(body),
          });
        const password = 'four random words';
        await post('register', { email: 'anna@firma.example', password });
        const link = (): string | undefined => /#confirm=([\w-]+)/.exec(program.output())?.[1];
        await eventually(link);
        assert.equal((await post('confirm', { token: link(), password })).status, 200);
        const { stdout } = await account(
          '--account',
          'Anna@Firma.example',
          '--credits',
          '3',
          '--grant',
          '--plan',
          'enterprise',
        );
        const hers = JSON.parse(stdout) as Account;
        assert.deepEqual([hers.plan, hers.credits.bought], ['enterprise', 3]);
        assert.equal((await creditsOf(program)).plan, 'standard');
        const lines = (await account('--list')).stdout.trim().split('\n');
        assert.equal(lines.length, 2);
        const id = /^(\d+) {2}anna@firma\.example {2}enterprise {2}free 100 {2}bought 3 {2}reserved 0 {2}\d{4}-/.exec(
          lines[0]!,
        );
        assert.ok(id, lines[0]);
        assert.match(lines[1]!, /^1 {2}no user {2}standard {2}free 100 {2}bought 5 {2}reserved 0 {2}/);
        assert.equal((await account('--list', '--before', id[1]!)).stdout.trim(), lines[1]);
        assert.deepEqual(JSON.parse((await account('--account', id[1]!)).stdout), hers);
      });

      it.runIf(store === 'the embedded store')('takes no other options from another process', async () => {
        for (const body of [
          '{',
          '[]',
          'null',
          '{"credits":5}',
          '{"sql":"x"}',
          '{"__proto__":"x"}',
          `{"name":"${'x'.repeat(20_000)}"}`,
        ]) {
          const response = await askControl(settings['DATA_DIR'] ?? '', 'account', { body });
          assert.ok(response);
          assert.deepEqual(
            [response.statusCode, (await text(response)).includes('bad_request')],
            [400, true],
            body.slice(0, 20),
          );
        }
        const other = await askControl(settings['DATA_DIR'] ?? '', 'delete');
        assert.equal(other?.resume().statusCode, 404);
      });
    });

  describe('serve, at SIGTERM', () => {
    const flood = async ({
      dataDir,
      databaseUrl,
    }: Place): Promise<{ program: Program; answers: Promise<number[]> }> => {
      const settings = { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
      const program = await start(settings);
      await run(['account', '--plan', 'enterprise'], { SECRET, ...settings }, cli);
      const asked = dns.queries.length;
      const get = async (n: number): Promise<number> => {
        const query = new URLSearchParams({ apikey: program.key ?? '', email: `anna@slow-${n}.org` });
        const response = await fetch(`${program.url}/api/validate?${query}`);
        const { status } = (await response.json()) as { status: string };
        return status === 'valid' ? response.status : 0;
      };
      const answers = Promise.all(Array.from({ length: CHECKS }, (_, n) => get(n)));
      answers.catch(() => undefined);
      const inFlight = (): Set<string> =>
        new Set(dns.queries.slice(asked).flatMap(({ name }) => (name.startsWith('slow-') ? [name] : [])));
      await eventually(() => inFlight().size === CHECKS);
      return { program, answers };
    };

    for (const [store, place] of [
      ['the embedded store', embedded],
      ['a PostgreSQL', postgres],
    ] as const)
      it.runIf(whole)(
        `answers all checks in flight on ${store}, each paid for, and ends with exit code 0`,
        async () => {
          const where = await place();
          const { program, answers } = await flood(where);
          const started = performance.now();
          assert.equal(await program.end('SIGTERM'), 0);
          const took = performance.now() - started;
          assert.deepEqual(
            await answers,
            Array.from({ length: CHECKS }, () => 200),
          );
          assert.ok(took < 30_000, `it took ${took} ms`);
          const opened = await openStore(where);
          const paid = opened.db.selectFrom('checks').select('id').where('seq', 'is not', null);
          assert.equal((await paid.execute()).length, CHECKS);
          await audit(opened);
          await opened.close();
        },
      );

    it.runIf(whole)(
      'resets nobody: each request before `connection: close` is answered, also on idle connections',
      async () => {
        const { dataDir } = await embedded();
        const program = await start({ DATA_DIR: dataDir });
        const { answered, ends } = startSteadyClients(`${program.url}/verify/healthz`, 20);
        await answered(5);
        assert.equal(await program.end('SIGTERM'), 0);
        assert.deepEqual(
          (await ends).filter((end) => end !== 'late' && end !== 'close'),
          [],
        );
      },
    );

    it.runIf(whole)('ends at once at a second signal', async () => {
      dns.setMode('silent');
      const { program } = await flood(await embedded());
      const exited = once(program.child, 'exit');
      program.child.kill('SIGTERM');
      // The first one has come when no new connection is taken.
      await eventually(() =>
        fetch(`${program.url}/healthz`).then(
          () => false,
          () => true,
        ),
      );
      program.child.kill('SIGTERM');
      assert.deepEqual(await exited, [1, null]);
    });
  });
});
