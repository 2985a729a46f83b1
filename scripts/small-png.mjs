/** Makes the PNG of a screenshot small: a palette of at most 256 colours, as pngquant does, without anything to install. */
import { Buffer } from 'node:buffer';
import { deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const MOST_COLOURS = 256;
/** How many of the most frequent colours are kept as they are: the surfaces, which must match between pictures. */
const KEPT = 96;

const paeth = (left, up, corner) => {
  const [a, b, c] = [left, up, corner].map((value) => Math.abs(left + up - corner - value));
  return a <= b && a <= c ? left : b <= c ? up : corner;
};

/** Decodes a PNG of 8 bits a channel, without interlace: what Chromium writes. */
const decode = (png) => {
  const parts = [];
  let header = png;
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') header = data;
    if (type === 'IDAT') parts.push(data);
    at += length + 12;
  }
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const channels = { 2: 3, 6: 4 }[header[9]];
  if (header[8] !== 8 || !channels || header[12]) throw new Error('Not a PNG as Chromium writes it.');
  const lines = inflateSync(Buffer.concat(parts));
  const row = width * channels;
  const pixels = Buffer.alloc(row * height);
  for (let y = 0; y < height; y++) {
    const filter = lines[y * (row + 1)];
    for (let x = 0; x < row; x++) {
      const left = x < channels ? 0 : pixels[y * row + x - channels];
      const up = y ? pixels[(y - 1) * row + x] : 0;
      const corner = y && x >= channels ? pixels[(y - 1) * row + x - channels] : 0;
      const predicted = [0, left, up, (left + up) >> 1, filter === 4 ? paeth(left, up, corner) : 0][filter];
      pixels[y * row + x] = lines[y * (row + 1) + 1 + x] + predicted;
    }
  }
  return { width, height, channels, pixels };
};

const channelsOf = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];

/** Splits the colours until there are so many boxes: always the box with the largest spread, weighted by its pixels. */
const medianCut = (entries, most) => {
  const boxOf = (inside) => {
    const spreads = [0, 1, 2].map((channel) => {
      const values = inside.map(({ rgb }) => rgb[channel]);
      return Math.max(...values) - Math.min(...values);
    });
    const spread = Math.max(...spreads);
    const weight = inside.reduce((sum, { count }) => sum + Math.sqrt(count), 0);
    return { inside, channel: spreads.indexOf(spread), cost: inside.length > 1 ? spread * Math.sqrt(weight) : 0 };
  };
  const boxes = entries.length ? [boxOf(entries)] : [];
  while (boxes.length && boxes.length < most) {
    boxes.sort((a, b) => b.cost - a.cost);
    const { inside, channel, cost } = boxes[0];
    if (!cost) break;
    inside.sort((a, b) => a.rgb[channel] - b.rgb[channel]);
    const half = inside.reduce((sum, { count }) => sum + Math.sqrt(count), 0) / 2;
    let [sum, cut] = [0, 0];
    while (cut < inside.length - 1 && (sum < half || cut === 0)) sum += Math.sqrt(inside[cut++].count);
    boxes.splice(0, 1, boxOf(inside.slice(0, cut)), boxOf(inside.slice(cut)));
  }
  return boxes.map(({ inside }) => {
    const total = inside.reduce((sum, { count }) => sum + count, 0);
    return [0, 1, 2].map((at) => Math.round(inside.reduce((sum, { rgb, count }) => sum + rgb[at] * count, 0) / total));
  });
};

const nearest = (palette, [r, g, b]) => {
  let [found, least] = [0, Infinity];
  for (const [index, [red, green, blue]] of palette.entries()) {
    const distance = 2 * (red - r) ** 2 + 4 * (green - g) ** 2 + (blue - b) ** 2;
    if (distance < least) [found, least] = [index, distance];
  }
  return found;
};

/** CRC-32 as PNG wants it (ISO 3309); Node's own needs a newer Node than we ask for. */
const crc32 = (data) => {
  let crc = -1;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
};

const chunk = (type, data) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/**
 * @param {Uint8Array} png an opaque screenshot
 * @returns {Buffer} the same picture with a palette
 */
export const smallPng = (png) => {
  const { width, height, channels, pixels } = decode(Buffer.from(png));
  const counts = new Map();
  const colours = new Uint32Array(width * height);
  for (let at = 0; at < colours.length; at++) {
    const from = at * channels;
    colours[at] = (pixels[from] << 16) | (pixels[from + 1] << 8) | pixels[from + 2];
    counts.set(colours[at], (counts.get(colours[at]) ?? 0) + 1);
  }
  const entries = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([colour, count]) => ({ colour, count, rgb: channelsOf(colour) }));
  const kept = entries.slice(0, entries.length <= MOST_COLOURS ? MOST_COLOURS : KEPT);
  const palette = [...kept.map(({ rgb }) => rgb), ...medianCut(entries.slice(kept.length), MOST_COLOURS - kept.length)];
  const indexOf = new Map(
    entries.map(({ colour, rgb }, at) => [colour, at < kept.length ? at : nearest(palette, rgb)]),
  );
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) lines[y * (width + 1) + 1 + x] = indexOf.get(colours[y * width + x]);
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
