/**
 * @see https://www.rfc-editor.org/rfc/rfc5321#section-4.2
 * @see https://www.rfc-editor.org/rfc/rfc2034
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { ProtocolError, ReplyParser, type Reply } from '../../../src/verifier/smtp/reply.js';

const parse = (...chunks: (string | Uint8Array)[]): Reply[] => {
  const parser = new ReplyParser();
  return chunks.flatMap((chunk) => parser.push(Buffer.from(chunk as string)));
};

const one = (text: string): Reply => {
  const [reply, ...more] = parse(text);
  assert.ok(reply && more.length === 0);
  return reply;
};

describe('a reply', () => {
  test('of one line has its code and its text', () => {
    assert.deepEqual(one('250 OK\r\n'), { code: 250, enhanced: null, lines: ['OK'] });
    assert.deepEqual(one('250\r\n'), { code: 250, enhanced: null, lines: [''] });
    assert.deepEqual(one('250 OK\n'), { code: 250, enhanced: null, lines: ['OK'] });
  });

  test('of many lines ends with the line without a hyphen, whose code counts', () => {
    assert.deepEqual(one('220-a\r\n220-b\r\n554 c\r\n'), { code: 554, enhanced: null, lines: ['a', 'b', 'c'] });
  });

  for (const [line, enhanced] of [
    ['550 5.1.1 User unknown', '5.1.1'],
    ['550 5.1.10 Not found', '5.1.10'],
    ['550 #5.1.0 Address rejected', '5.1.0'],
    ['550 sorry, no mailbox here by that name. (#5.1.1)', '5.1.1'],
    ['550 5.1.1: no', '5.1.1'],
    ['550 5.1.1', '5.1.1'],
    ['550 5.1.1.9 is your address', null],
    ['550 version 5.1.1 of something', null],
    ['250 2.1.5 OK', '2.1.5'],
    ['250 1.2.3 OK', null],
  ] as const) {
    test(`has the enhanced code ${enhanced}: ${line}`, () => {
      assert.equal(one(`${line}\r\n`).enhanced, enhanced);
    });
  }

  test('is the same in whatever pieces it arrives', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 }).map((line) => line.replace(/[\r\n]/g, ''));
    const reply = fc.tuple(fc.integer({ min: 200, max: 599 }), fc.array(text, { minLength: 1, maxLength: 5 }));
    fc.assert(
      fc.property(fc.array(reply, { maxLength: 5 }), fc.array(fc.nat(40), { maxLength: 30 }), (replies, cuts) => {
        const wire = Buffer.from(
          replies
            .map(([code, lines]) => lines.map((l, i) => `${code}${i < lines.length - 1 ? '-' : ' '}${l}\r\n`).join(''))
            .join(''),
        );
        const pieces: Buffer[] = [];
        let at = 0;
        for (const cut of cuts) pieces.push(wire.subarray(at, (at += cut)));
        pieces.push(wire.subarray(at));
        assert.deepEqual(
          parse(...pieces).map(({ code, lines }) => [code, lines]),
          replies,
        );
      }),
    );
  });

  test('never throws anything but a ProtocolError, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 10 }), (chunks) => {
        try {
          parse(...chunks);
        } catch (error) {
          assert.ok(error instanceof ProtocolError);
        }
      }),
    );
  });
});

describe('what is no reply', () => {
  for (const [what, text] of [
    ['HTTP', 'HTTP/1.1 400 Bad Request\r\n'],
    ['NULs', '\0\0\0\0\r\n'],
    ['an empty line', '\r\n'],
    ['a code below 200', '100 Continue\r\n'],
    ['a code of four digits', '2500 OK\r\n'],
    ['a line of more than 8 kB', `250 ${'x'.repeat(8200)}\r\n`],
    ['a line without an end', `250 ${'x'.repeat(8200)}`],
    ['more than 200 lines', '220-x\r\n'.repeat(201)],
    ['more than 64 kB', `220-${'x'.repeat(8000)}\r\n`.repeat(9)],
  ] as const) {
    test(`is refused: ${what}`, () => {
      assert.throws(() => parse(text), ProtocolError);
    });
  }

  test('is refused as soon as the bound is passed, though it comes byte by byte', () => {
    const parser = new ReplyParser();
    const byte = Buffer.from('2');
    let taken = 0;
    assert.throws(() => {
      for (; taken < 10_000; taken++) parser.push(byte);
    }, ProtocolError);
    assert.equal(taken, 8192);
  });
});
