import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, onTestFinished, test, type TestContext } from 'vitest';
import { check, checkList } from '../../src/cli/check.js';
import { StartupError } from '../../src/config/startup-error.js';
import { createVerifier, type Explanation, type Verifier } from '../../src/verifier/index.js';
import { startDnsServer } from '../support/dns-server.js';

const setUp = async (t: TestContext): Promise<Verifier> => {
  const dns = await startDnsServer({
    zone: { 'firm.org': { MX: ['mx.firm.org'] }, 'mx.firm.org': { A: ['1.2.3.4'] } },
  });
  const verifier = createVerifier({ dnsServers: [dns.address] });
  t.onTestFinished(async () => {
    await verifier.close();
    await dns.close();
  });
  return verifier;
};

const run = async (
  verifier: Verifier,
  addresses: string[],
  options: { json?: boolean; explain?: boolean; block?: string } = {},
): Promise<{ passed: boolean; text: string }> => {
  const lines: string[] = [];
  const passed = await check(addresses, options, verifier, (line) => lines.push(line));
  return { passed, text: lines.join('\n') };
};

describe('email-verify-server check', () => {
  test('prints the verdict, and what each code took', async (t) => {
    const { passed, text } = await run(await setUp(t), ['info@firm.org', 'anna@gmial.con']);
    assert.equal(
      text,
      `info@firm.org   valid   safe   0.92
  The domain takes mail; the mailbox was not asked.
  -0.05  smtp_not_checked  the mail server was not asked for the mailbox
  -0.03  role_account      the address of a function, read by several people or by none
anna@gmial.con   invalid   unsafe   0.00
  Mail cannot be delivered.
  invalid  domain_not_found  the domain does not exist
  -0.25    possible_typo     probably a typo of another address
           did_you_mean      anna@gmail.com`,
    );
    assert.equal(passed, false);
  });

  test('answers to the address, the domain and the mailbox, if it is to explain', async (t) => {
    const verifier = await setUp(t);
    const { text } = await run(verifier, ['info@firm.org'], { explain: true });
    assert.equal(
      text,
      `info@firm.org   valid   safe   0.92
  The domain takes mail; the mailbox was not asked.
  address  well_formed (certain)  written as an address should be
  domain   takes_mail (certain)   the domain takes mail: it names a mail server
  mailbox  not_asked              the mail server was not asked for the mailbox
  -0.05  smtp_not_checked  the mail server was not asked for the mailbox
  -0.03  role_account      the address of a function, read by several people or by none`,
    );
    const plain = JSON.parse((await run(verifier, ['info@firm.org'], { json: true })).text) as object;
    const { explanation, ...result } = JSON.parse(
      (await run(verifier, ['info@firm.org'], { json: true, explain: true })).text,
    ) as { explanation: Explanation };
    assert.deepEqual(Object.keys(result), Object.keys(plain));
    assert.equal(explanation.mailbox.answer, 'not_asked');
  });

  test('prints JSON for machines', async (t) => {
    const { text } = await run(await setUp(t), ['info@firm.org'], { json: true });
    assert.equal((JSON.parse(text) as { mx_record: string }).mx_record, 'mx.firm.org');
  });

  test('passes by its policy', async (t) => {
    const verifier = await setUp(t);
    assert.equal((await run(verifier, ['info@firm.org'])).passed, true);
    assert.equal((await run(verifier, ['info@firm.org'], { block: 'unknown, role_account' })).passed, false);
    assert.equal((await run(verifier, ['anna@'], { block: 'unknown' })).passed, true);
  });

  test('prints no character that steers a terminal', async (t) => {
    const { text } = await run(await setUp(t), ['\u001b[2Janna\u009b@firm.org\u202e']);
    assert.ok(text.startsWith('\\u{1b}[2Janna\\u{9b}@firm.org\\u{202e}   invalid'), text);
  });

  test('says what is wrong with its arguments, and what would be right', async (t) => {
    const verifier = await setUp(t);
    await assert.rejects(
      run(verifier, []),
      new StartupError('Give one or more addresses: npx email-verify-server check anna@example.com'),
    );
    for (const [block, quoted] of [
      ['invalid,soon', '"soon"'],
      [' ', '" "'],
    ] as const)
      await assert.rejects(
        run(verifier, ['anna@firm.org'], { block }),
        new StartupError(`--block must be statuses, qualities and codes, such as invalid,disposable, got ${quoted}.`),
      );
  });
});

describe('email-verify-server list', () => {
  test('prints a line of JSON for each address of a file, in its order', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'email-verify-'));
    t.onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    const file = join(folder, 'list.txt');
    const emails = Array.from({ length: 50 }, (_, n) => `p${n}@firm.org`);
    writeFileSync(file, `${emails.join('\r\n')}\n\n`);
    const lines: string[] = [];
    await checkList(file, await setUp(t), (line) => lines.push(line), assert.ifError);
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as { email: string }).email),
      emails,
    );
  });

  test.each([
    ['Name,Mail\nAnna,anna@firm.org\nBen,ben@firm.org\n', 1],
    ['"Anna","anna@firm.org"\n', 1],
    ['anna@firm.org;Anna\n', 1],
    ['"a,b"@firm.org\n', 0],
  ])('says once that a CSV file needs -o: %j', async (text, count) => {
    const folder = mkdtempSync(join(tmpdir(), 'email-verify-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    const file = join(folder, 'list.csv');
    writeFileSync(file, text);
    const verifier = { verify: (email: string) => Promise.resolve({ email }) } as unknown as Verifier;
    const warnings: string[] = [];
    await checkList(
      file,
      verifier,
      () => undefined,
      (line) => warnings.push(line),
    );
    assert.equal(warnings.length, count);
    for (const warning of warnings) assert.match(warning, /list\.csv looks like a CSV file.* -o results\.csv/);
  });

  test('says that a file cannot be read', async (t) => {
    const verifier = await setUp(t);
    await assert.rejects(
      checkList('/none/list.txt', verifier, () => undefined, assert.ifError),
      new StartupError('/none/list.txt cannot be read (ENOENT); give a text file with one address per line.'),
    );
  });
});
