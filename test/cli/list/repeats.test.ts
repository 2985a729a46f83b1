import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, test, type TestContext } from 'vitest';
import { StartupError } from '../../../src/config/startup-error.js';
import { createVerifier } from '../../../src/verifier/index.js';
import { eventually } from '../../support/eventually.js';
import type { Zone } from '../../support/dns-server.js';
import { startSmtpServer, type SmtpScript } from '../../support/smtp-server.js';
import { openBench, ZONE, type Bench } from './support.js';

/** The resolver keeps a failure for 5 s. */
const REPEATS = { repeatMs: [5500, 50, 50, 50] };
/** A bench whose verifier has a clock, so that it forgets failures. */
const openClocked = async (t: TestContext, records: Zone) => {
  const bench = await openBench(t, records);
  const openVerifier = () => ({
    verifier: createVerifier({ dnsServers: [bench.dns.address] }),
    maxRows: 1000,
    asksMailServers: false,
  });
  return { bench, openVerifier };
};

/** Firms enough for an outage to be noticed. */
const FIRMS: Zone = {
  ...ZONE,
  ...Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`shop${n}.org`, { MX: ['mx.provider.org'] }])),
};
const SHOPS = Array.from({ length: 60 }, (_, n) => `anna@shop${n}.org`).join('\n');

const verdictsOf = (bench: Bench): [string | undefined, string | undefined, string | undefined][] =>
  parse(bench.read('out.csv'))
    .slice(1)
    .map(([email, status, , , codes]) => [email, status, codes]);

describe('failures of the DNS', () => {
  test('are asked for again until there is an answer', async (t) => {
    const { bench, openVerifier } = await openClocked(t, { ...ZONE, 'ill.org': { behaviour: 'servfail' } });
    const file = bench.put('list.txt', 'anna@ill.org\nben@firm1.org\n');
    const ran = bench.run([file, '-o', join(bench.folder, 'out.csv')], { ...REPEATS, openVerifier });
    await eventually(() => bench.dns.queries.some(({ name }) => name === 'ill.org'));
    bench.zone['ill.org'] = { MX: ['mx.provider.org'] };
    const { error, stderr } = await ran;
    assert.equal(error, null);
    assert.deepEqual(
      verdictsOf(bench).map(([, status]) => status),
      ['valid', 'valid'],
    );
    assert.match(stderr, /^1 address is asked for again, since the DNS or the mail server failed: 4 times/m);
  });

  test('are unknown after the last time', async (t) => {
    const { bench, openVerifier } = await openClocked(t, { ...ZONE, 'ill.org': { behaviour: 'servfail' } });
    const file = bench.put('list.txt', 'anna@ill.org\nben@firm1.org\n');
    const { error } = await bench.run([file, '-o', join(bench.folder, 'out.csv')], { ...REPEATS, openVerifier });
    assert.equal(error, null);
    assert.deepEqual(verdictsOf(bench)[0], ['anna@ill.org', 'unknown', 'dns_error']);
  });
});

describe('a resolver that is down', () => {
  const outageLimits = { dns: { pauseMs: [50, 100] as const } };

  test('pauses the list with one line, and it goes on by itself without a lost verdict', async (t) => {
    const { bench, openVerifier } = await openClocked(t, FIRMS);
    const file = bench.put('list.txt', SHOPS);
    bench.dns.setMode('servfail');
    let said = '';
    const stderr = { write: (part: string) => (said += part) };
    const ran = bench.run([file, '-o', join(bench.folder, 'out.csv')], {
      ...REPEATS,
      outageLimits,
      openVerifier,
      stderr,
    });
    await eventually(() => said.includes('The DNS does not answer. The list waits'));
    bench.dns.setMode('normal');
    assert.equal((await ran).error, null);
    assert.deepEqual(new Set(verdictsOf(bench).map(([, status]) => status)), new Set(['valid']));
    assert.equal(said.match(/The DNS does not answer/g)?.length, 1);
    assert.match(said, /^The DNS answers again\. The list goes on\.$/m);
  });

  test('keeps what is done at Ctrl-C, and after an hour the list ends for another time', async (t) => {
    const { bench, openVerifier } = await openClocked(t, FIRMS);
    const file = bench.put('list.txt', `a@firm1.org\nb@firm2.org\n${SHOPS}`);
    for (let n = 0; n < 60; n += 1) bench.zone[`shop${n}.org`] = { behaviour: 'servfail' };
    const out = join(bench.folder, 'out.csv');
    const stop = new AbortController();
    let said = '';
    const stderr = { write: (part: string) => (said += part) };
    const stopped = bench.run([file, '-o', out], {
      ...REPEATS,
      outageLimits,
      openVerifier,
      signal: stop.signal,
      stderr,
    });
    await eventually(() => existsSync(`${out}.part`) && bench.read('out.csv.part').split('\n').length > 3);
    bench.dns.setMode('servfail');
    stop.abort();
    assert(((await stopped).error as Error).name === 'AbortError');
    assert.match(said, /^Stopped: \d+ of 62 addresses are checked, and kept in .*out\.csv\.part\. Start the same/m);
    const late = { dns: { pauseMs: [10, 10] as const, limitMs: 50 } };
    const ended = await bench.run([file, '-o', out], { repeatMs: [10_000], outageLimits: late, openVerifier });
    assert(ended.error instanceof StartupError);
    assert.equal(ended.error.message, 'The DNS has not answered for an hour.');
    assert.match(ended.stderr, /^Stopped: \d+ of 62 addresses are checked, and kept in/m);
    for (let n = 0; n < 60; n += 1) bench.zone[`shop${n}.org`] = { MX: ['mx.provider.org'] };
    bench.dns.setMode('normal');
    assert.equal((await bench.run([file, '-o', out], { ...REPEATS, openVerifier })).error, null);
    assert.equal(verdictsOf(bench).length, 62);
  });
});

describe('mail servers that fail', () => {
  const open = async (t: TestContext, script: SmtpScript, zone: Zone = {}) => {
    const mail = await startSmtpServer(script);
    t.onTestFinished(() => mail.close());
    const bench = await openBench(t, {
      'firm.org': { MX: ['mx.firm.org'] },
      'mx.firm.org': { A: ['127.0.0.1'] },
      ...zone,
    });
    const openVerifier = () => ({
      verifier: createVerifier({
        dnsServers: [bench.dns.address],
        privateNetworks: true,
        smtp: { helo: 'verifier.test', from: 'probe@verifier.test', port: mail.port },
      }),
      maxRows: 1000,
      asksMailServers: true,
    });
    return { bench, mail, openVerifier };
  };

  test('are asked again with growing waits', async (t) => {
    let isIll = true;
    const { bench, openVerifier } = await open(t, {
      on: (command) => (isIll && command.startsWith('MAIL') ? '421 4.3.2 Come back later' : undefined),
    });
    const file = bench.put('list.txt', 'anna@firm.org\n');
    let said = '';
    const stderr = { write: (part: string) => (said += part) };
    const repeatMs = [200, 10_000];
    const ran = bench.run([file, '-o', join(bench.folder, 'out.csv')], { openVerifier, repeatMs, stderr });
    await eventually(() => said.includes('asked for again'));
    isIll = false;
    assert.equal((await ran).error, null);
    assert.notEqual(verdictsOf(bench)[0]?.[1], 'unknown');
  });
});
