import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readBody, readText, TooLargeError } from '../../src/util/read-body.js';
import { TimeoutError } from '../../src/util/timeout.js';

const FOREVER = new AbortController().signal;

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** A message that comes in chunks, and whether its stream was cancelled. */
const chunked = (
  pull: (controller: ReadableStreamDefaultController<Uint8Array>) => void,
): { message: Response; stream: { cancelled: boolean } } => {
  const stream = { cancelled: false };
  const cancel = (): void => void (stream.cancelled = true);
  return { message: new Response(new ReadableStream({ pull, cancel }, { highWaterMark: 0 })), stream };
};

const silent = (): ReturnType<typeof chunked> => chunked(() => undefined);

/** A message that declares its length. */
const declared = (bytes: Uint8Array<ArrayBuffer>, length = bytes.length): Response =>
  new Response(bytes, { headers: { 'content-length': String(length) } });

describe('the body of a message', () => {
  test('is read whole, however it is cut, or is too large', async () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 30 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(pieces, fc.nat(120), async (chunks, maxBytes) => {
        const whole = Uint8Array.from(chunks.flatMap((chunk) => [...chunk]));
        const queue = [...chunks];
        const { message } = chunked((controller) => {
          const chunk = queue.shift();
          if (chunk) controller.enqueue(chunk);
          else controller.close();
        });
        for (const one of [message, declared(whole)]) {
          const read = await readBody(one, { maxBytes, signal: FOREVER }).catch((error: unknown) => error);
          if (whole.length > maxBytes) assert.ok(read instanceof TooLargeError);
          else assert.deepEqual(new Uint8Array(read as Uint8Array), whole);
        }
      }),
    );
  });

  test('is empty where there is none', async () => {
    assert.equal((await readBody(new Response(null), { maxBytes: 10, signal: FOREVER })).length, 0);
    assert.equal(await readText(new Request('http://a.example/'), { maxBytes: 10, timeoutMs: 1000 }), '');
  });

  test('is cancelled at the bound, not read to its end', async () => {
    const { message, stream } = chunked((controller) => {
      controller.enqueue(new Uint8Array(10));
    });
    await assert.rejects(readBody(message, { maxBytes: 95, signal: FOREVER }), TooLargeError);
    assert.equal(stream.cancelled, true);
  });

  test('that declares more than the bound is not read at all', async () => {
    const message = declared(encode('short'), 5000);
    await assert.rejects(readBody(message, { maxBytes: 4999, signal: FOREVER }), TooLargeError);
    assert.equal(message.bodyUsed, false);
  });

  test('that declares a length that is no number is too large', async () => {
    const message = new Response('short', { headers: { 'content-length': 'none' } });
    await assert.rejects(readBody(message, { maxBytes: 100, signal: FOREVER }), TooLargeError);
  });

  test('whose declared length is not that of its bytes is read by its bytes', async () => {
    for (const name of ['transfer-encoding', 'content-encoding']) {
      const message = new Response('twelve bytes', { headers: { 'content-length': '3', [name]: 'gzip' } });
      assert.equal(await readText(message, { maxBytes: 12, signal: FOREVER }), 'twelve bytes');
    }
  });

  test('is waited for no longer than the time, and then cancelled', async () => {
    const { message, stream } = silent();
    await assert.rejects(readBody(message, { maxBytes: 10, timeoutMs: 5 }), TimeoutError);
    assert.equal(stream.cancelled, true);
    const slow = new Response(silent().message.body, { headers: { 'content-length': '5' } });
    await assert.rejects(readBody(slow, { maxBytes: 10, timeoutMs: 5 }), TimeoutError);
  });

  test('is cancelled when the signal is aborted, now or before, and rejects with its reason', async () => {
    const controller = new AbortController();
    const { message, stream } = silent();
    const reading = readBody(message, { maxBytes: 10, signal: controller.signal });
    controller.abort(new Error('enough'));
    await assert.rejects(reading, { message: 'enough' });
    assert.equal(stream.cancelled, true);
    const late = readBody(silent().message, { maxBytes: 10, signal: controller.signal });
    await assert.rejects(late, { message: 'enough' });
  });

  test('rejects with the stream’s error', async () => {
    const { message } = chunked((controller) => {
      controller.error(new Error('broke off'));
    });
    await assert.rejects(readBody(message, { maxBytes: 10, timeoutMs: 1000 }), { message: 'broke off' });
  });

  test('is text in UTF-8, or a TypeError', async () => {
    const limits = { maxBytes: 100, signal: FOREVER };
    assert.equal(await readText(declared(encode('grüße')), limits), 'grüße');
    await assert.rejects(readText(new Response(new Uint8Array([0x61, 0xff])), limits), TypeError);
  });
});
