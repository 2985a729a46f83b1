/** The little of Node's Buffer that runs where there is no Node, beside the true one. */
import assert from 'node:assert/strict';
import { Buffer as NodeBuffer } from 'node:buffer';
import { test } from 'vitest';
import fc from 'fast-check';
import { Buffer as PortableBuffer } from '../../src/verifier/dns/portable-buffer.js';

const bytes = fc.uint8Array({ minLength: 8, maxLength: 40 });
const place = fc.nat({ max: 45 });

/** What a call gives and leaves behind; only that it failed, where it failed. */
const outcome = (make: () => Uint8Array, call: (buffer: NodeBuffer) => unknown): unknown => {
  const buffer = make();
  try {
    const given = call(buffer as NodeBuffer);
    return [given instanceof Uint8Array ? [...given] : given, [...buffer]];
  } catch {
    return 'failed';
  }
};

test('reads, writes and cuts as the true one does', () => {
  const calls: Record<string, (buffer: NodeBuffer, a: number, b: number, text: string) => unknown> = {
    readUInt8: (buffer, a) => buffer.readUInt8(a),
    readUInt16BE: (buffer, a) => buffer.readUInt16BE(a),
    readUInt32BE: (buffer, a) => buffer.readUInt32BE(a),
    writeUInt8: (buffer, a, b) => void buffer.writeUInt8(b, a),
    writeUInt16BE: (buffer, a, b) => void buffer.writeUInt16BE(b * 1000, a),
    writeUInt32BE: (buffer, a, b) => void buffer.writeUInt32BE(b * 1e6, a),
    slice: (buffer, a, b) => buffer.subarray(a, b).toString('hex'),
    // dns-packet relies on it, although it is deprecated.
    'slice shares the memory': (buffer, a, b) => void (buffer as Uint8Array).slice(a, b).fill(7),
    'toString(utf-8)': (buffer, a, b) => buffer.toString('utf-8', a, b),
    'toString(hex)': (buffer) => buffer.toString('hex'),
    write: (buffer, a, _b, text) => (a <= buffer.length ? buffer.write(text, a) : 0),
  };
  fc.assert(
    fc.property(bytes, place, place, fc.string({ unit: 'binary', maxLength: 20 }), (content, a, b, text) => {
      const filled = (buffer: Uint8Array): Uint8Array => {
        buffer.set(content);
        return buffer;
      };
      const make = (): Uint8Array => filled(PortableBuffer.alloc(content.length));
      const makeTrue = (): Uint8Array => filled(NodeBuffer.alloc(content.length));
      for (const [name, call] of Object.entries(calls)) {
        const run = (buffer: NodeBuffer): unknown => call(buffer, a, b, text);
        assert.deepEqual(outcome(make, run), outcome(makeTrue, run), `${name} ${a} ${b}`);
      }
      const [target, trueTarget] = [new Uint8Array(20), new Uint8Array(20)];
      if (a <= 20 && b <= content.length) {
        (make() as NodeBuffer).copy(target, a, b);
        (makeTrue() as NodeBuffer).copy(trueTarget, a, b);
        assert.deepEqual(target, trueTarget);
      }
      assert.equal(PortableBuffer.byteLength(text), NodeBuffer.byteLength(text));
    }),
    { numRuns: 500 },
  );
});
