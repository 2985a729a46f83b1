/** The words of a file that have bytes beyond ASCII: by them its encoding is found. */

/** Different words that are enough. */
const ENOUGH = 200;
/** Bytes of a word that count. */
const MAX_WORD = 96;

/** Collects words with bytes beyond ASCII from the blocks of a file. */
export interface Words {
  /** Takes a block; a word that it cuts goes on in the next. */
  add: (block: Buffer) => void;
  /** Returns the different words so far. */
  all: () => Buffer[];
  hasEnough: () => boolean;
}

/**
 * Bytes that are part of no character of several bytes in any of the encodings: white space, quotes, commas, semicolons
 * and their like.
 */
const endsWord = (byte: number): boolean => byte < 0x30 || (byte >= 0x3a && byte <= 0x3f);

export const createWords = (): Words => {
  const words = new Map<string, Buffer>();
  let cut: Buffer = Buffer.alloc(0);

  const keep = (word: Buffer): void => {
    const part = word.subarray(0, MAX_WORD);
    if (part.some((byte) => byte >= 0x80)) words.set(part.toString('latin1'), Buffer.from(part));
  };

  return {
    add(block) {
      const bytes = cut.length > 0 ? Buffer.concat([cut, block]) : block;
      let start = 0;
      let isBeyond = false;
      for (let at = 0; at < bytes.length && words.size < ENOUGH; at += 1) {
        const byte = bytes[at] ?? 0;
        if (byte >= 0x80) isBeyond = true;
        else if (endsWord(byte)) {
          if (isBeyond) keep(bytes.subarray(start, at));
          [start, isBeyond] = [at + 1, false];
        }
      }
      cut = Buffer.from(bytes.subarray(start).subarray(0, MAX_WORD));
    },
    all() {
      const rest = new Map(words);
      if (cut.some((byte) => byte >= 0x80)) rest.set(cut.toString('latin1'), cut);
      return [...rest.values()];
    },
    hasEnough: () => words.size >= ENOUGH,
  };
};

/** Counts the characters of several bytes in words, and the faults, as UTF-8. */
const countUtf8 = (words: readonly Buffer[]): { whole: number; faults: number } => {
  const text = words.map((word) => word.toString()).join(' ');
  const count = (kind: RegExp): number => text.match(kind)?.length ?? 0;
  return { whole: count(/[\u0080-\ufffc\ufffe\uffff]|[\ud800-\udbff][\udc00-\udfff]/g), faults: count(/\ufffd/g) };
};

/** True if words are UTF-8, perhaps with faults: no other encoding has as many of its sequences by chance. */
export const areUtf8 = (words: readonly Buffer[]): boolean => {
  const { whole, faults } = countUtf8(words);
  return whole > 0 && whole >= faults;
};
