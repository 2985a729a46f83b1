/** Real inputs with random changes: most stay near enough to what a parser takes to reach its depths. */
import fc from 'fast-check';

/** Repeats of a part at most: some parsers slow down, or change their path, with the length. */
const REPEATS = 40;
/** Characters of a mutated text at most. */
const LENGTH = 65_536;

type Change = readonly [kind: number, at: number, length: number, more: number];

const change = (
  text: string,
  [kind, place, size, more]: Change,
  seeds: readonly string[],
  words: readonly string[],
) => {
  const at = place % (text.length + 1);
  const part = text.slice(at, at + (size % 20));
  const [start, end] = [text.slice(0, at), text.slice(at + part.length)];
  const other = seeds[more % seeds.length] ?? '';
  switch (kind) {
    case 0:
      return start + end;
    case 1:
      return start + part.repeat(1 + (more % REPEATS)) + end;
    case 2:
      return start + (words[more % words.length] ?? '') + text.slice(at);
    case 3:
      return start + String.fromCharCode(more % 256) + end.slice(part.length === 0 ? 1 : 0);
    case 4:
      return start + other.slice(size % (other.length + 1));
    case 5:
      return end + start + part;
    default:
      return start;
  }
};

/**
 * Texts that are seeds with up to six changes.
 * @param seeds inputs that are taken.
 * @param words what means something to the parser.
 */
export const mutated = (seeds: readonly string[], words: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.nat(seeds.length - 1),
      fc.array(fc.tuple(fc.nat(6), fc.nat(LENGTH), fc.nat(LENGTH), fc.nat(LENGTH)), { maxLength: 6 }),
    )
    .map(([seed, changes]) =>
      changes.reduce((text, one) => change(text, one, seeds, words).slice(0, LENGTH), seeds[seed] ?? ''),
    );

/** Bytes that are seeds with up to six changes. */
export const mutatedBytes = (seeds: readonly Uint8Array[], words: readonly string[]): fc.Arbitrary<Buffer> =>
  mutated(
    seeds.map((bytes) => Buffer.from(bytes).toString('latin1')),
    words,
  ).map((text) => Buffer.from(text, 'latin1'));
