/** Reads what an encoder of names never wrote, such as a byte order mark, as it stands; Node's Buffer does so too. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/**
 * As much of Node's Buffer as dns-packet asks for to write a question and to read an answer, on Web standards: for runtimes without
 * Node's. The portable build puts it into the place of the module `buffer`.
 */
export class Buffer extends Uint8Array<ArrayBuffer> {
  static alloc(size: number): Buffer {
    return new Buffer(new ArrayBuffer(size));
  }

  static isBuffer(value: unknown): boolean {
    return value instanceof Buffer;
  }

  static byteLength(text: string): number {
    return encoder.encode(text).length;
  }

  /** A part of the same memory, as Buffer's own has it; of a Uint8Array it would be a copy. */
  override slice(start?: number, end?: number): Uint8Array<ArrayBuffer> {
    return this.subarray(start, end);
  }

  copy(target: Uint8Array, targetStart = 0, start = 0, end = this.length): number {
    const part = this.subarray(start, Math.min(end, start + target.length - targetStart));
    target.set(part, targetStart);
    return part.length;
  }

  override toString(encoding: 'utf-8' | 'hex' = 'utf-8', start = 0, end = this.length): string {
    const part = this.subarray(start, end);
    if (encoding === 'utf-8') return utf8.decode(part);
    return Array.from(part, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }

  /** @returns how many bytes were written. */
  write(text: string, offset = 0): number {
    return encoder.encodeInto(text, this.subarray(offset)).written;
  }

  readUInt8(offset: number): number {
    return this.#view().getUint8(offset);
  }

  readUInt16BE(offset: number): number {
    return this.#view().getUint16(offset);
  }

  readUInt32BE(offset: number): number {
    return this.#view().getUint32(offset);
  }

  writeUInt8(value: number, offset: number): void {
    this.#view().setUint8(offset, value);
  }

  writeUInt16BE(value: number, offset: number): void {
    this.#view().setUint16(offset, value);
  }

  writeUInt32BE(value: number, offset: number): void {
    this.#view().setUint32(offset, value);
  }

  #view(): DataView {
    return new DataView(this.buffer, this.byteOffset, this.byteLength);
  }
}
