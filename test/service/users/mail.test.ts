import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { createMailer } from '../../../src/service/users/mail.js';
import { LETTERS } from '../../../src/service/users/letters.js';
import { freePort } from '../../support/free-port.js';
import { startMailbox } from './mailbox.js';

const TO = 'anna@firma-eins.de';
const URL = 'https://verify.example';
const LETTER = LETTERS.reset(URL, 'T'.repeat(43));
const FROM = 'verify@verify.example';
const hashOf = (): Buffer => Buffer.from('0123456789abcdef0123', 'hex');

type Line = [level: string, fields: Record<string, unknown>, message: string];

const keepLines = () => {
  const lines: Line[] = [];
  const at = (level: string) => (fields: object, message: string) => lines.push([level, { ...fields }, message]);
  return { lines, log: { info: at('info'), warn: at('warn'), error: at('error') } };
};

describe('mails', () => {
  it('are printed in the log without a server: the link, and the hash of the address', () => {
    const { lines, log } = keepLines();
    const mailer = createMailer(undefined, log, hashOf);
    mailer.send(TO, LETTER);
    mailer.send(TO, LETTERS.exists(URL));
    const link = `${URL}/dashboard/#reset=${'T'.repeat(43)}`;
    assert.equal(lines.length, 1);
    const [level, fields, message] = lines[0]!;
    assert.deepEqual([level, message], ['warn', 'a mail to pass on: SMTP_URL is not set']);
    assert.deepEqual(fields, { mail: 'reset', to: '0123456789abcdef', link });
  });

  it('are plain text for one person', async () => {
    const mailbox = await startMailbox();
    const { lines, log } = keepLines();
    const mailer = createMailer({ url: mailbox.url, from: FROM }, log, hashOf);
    for (const letter of Object.values(LETTERS)) {
      const { subject, text } = letter(URL, 'T'.repeat(43));
      mailer.send(TO, letter(URL, 'T'.repeat(43)));
      const { from, to, raw } = await mailbox.next(TO);
      assert.deepEqual([from, to], [FROM, [TO]]);
      assert.match(raw, new RegExp(`^Subject: ${subject}\r$`, 'm'));
      assert.match(raw, /^Content-Type: text\/plain; charset=utf-8\r$/m);
      assert.equal(raw.split('\r\n\r\n').slice(1).join('\r\n\r\n').trimEnd(), text.replaceAll('\n', '\r\n').trimEnd());
      assert.ok(text.split('\n').every((line) => line.length < 200));
    }
    await mailer.close();
    assert.deepEqual(lines, []);
    await mailbox.close();
  });

  it('are tried again after a temporary refusal, and not after a permanent one', async () => {
    const mailbox = await startMailbox([451, 421, 550]);
    const { lines, log } = keepLines();
    const mailer = createMailer({ url: mailbox.url, from: FROM }, log, hashOf, [1, 1]);
    mailer.send(TO, LETTER);
    await mailer.idle();
    await mailbox.close();
    await mailer.close();
    assert.deepEqual(lines, [
      ['error', { mail: 'reset', to: '0123456789abcdef', code: 'EMESSAGE', reply: 550 }, 'a mail could not be sent'],
    ]);
  });

  it('that cannot be sent leave a line without the address', async () => {
    const { lines, log } = keepLines();
    const mailer = createMailer({ url: `smtp://127.0.0.1:${await freePort()}`, from: FROM }, log, hashOf, [1, 1]);
    mailer.send(TO, LETTER);
    await mailer.idle();
    await mailer.close();
    mailer.send(TO, LETTER);
    assert.deepEqual(
      lines.map(([level, , message]) => [level, message]),
      [
        ['error', 'a mail could not be sent'],
        ['error', 'a mail was dropped: too many are waiting'],
      ],
    );
    assert.doesNotMatch(JSON.stringify(lines), /anna|firma|TTTT/);
  });
});
