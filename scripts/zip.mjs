import { deflateRawSync } from 'node:zlib';

/** 1 January 1980, midnight, in MS-DOS form: the same files always make the same archive. */
const [DATE, TIME] = [0x21, 0];
const VERSION = 20;
const DEFLATE = 8;
/** UTF-8 names. */
const FLAGS = 0x800;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n;
});
// `zlib.crc32` came with Node 22.
const crc32 = (bytes) => ~bytes.reduce((crc, byte) => CRC_TABLE[(crc ^ byte) & 255] ^ (crc >>> 8), -1) >>> 0;

/** Writes little-endian numbers, each `[bytes, value]`. */
const record = (fields) => {
  const buffer = Buffer.alloc(fields.reduce((sum, [size]) => sum + size, 0));
  let offset = 0;
  for (const [size, value] of fields) offset = buffer.writeUIntLE(value, offset, size);
  return buffer;
};

/**
 * Makes a zip archive (APPNOTE 6.3.3, without zip64). Deterministic for one version of zlib: names in order, one date, no attributes.
 * @param files the contents by their paths.
 */
export const zip = (files) => {
  const [parts, directory] = [[], []];
  let offset = 0;
  for (const [name, content] of Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes, { level: 9 });
    const path = Buffer.from(name);
    const common = [
      ...[VERSION, FLAGS, DEFLATE, TIME, DATE].map((value) => [2, value]),
      ...[crc32(bytes), packed.length, bytes.length].map((value) => [4, value]),
      [2, path.length],
      [2, 0],
    ];
    const local = Buffer.concat([record([[4, 0x04034b50], ...common]), path, packed]);
    parts.push(local);
    directory.push(
      record([[4, 0x02014b50], [2, VERSION], ...common, ...[0, 0, 0].map((value) => [2, value]), [4, 0], [4, offset]]),
      path,
    );
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const count = Object.keys(files).length;
  const end = record([
    [4, 0x06054b50],
    ...[0, 0, count, count].map((value) => [2, value]),
    [4, central.length],
    [4, offset],
    [2, 0],
  ]);
  return Buffer.concat([...parts, central, end]);
};
