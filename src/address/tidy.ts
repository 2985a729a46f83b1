/** Forms that a Chinese or Japanese keyboard gives for ASCII characters. */
const WIDE = /[\uff01-\uff5e\ufe50-\ufe6b]/g;

/**
 * Takes away what surely was not meant and needs no list to be seen: white space and invisible characters, `mailto:`, angle brackets and quotes
 * around the address, punctuation after it, full-width characters, a doubled @ or dot, a comma for a dot in the domain. Never throws.
 * @returns the text itself when there is nothing to take away.
 */
export const tidy = (text: string): string => {
  const narrow = text
    .replace(WIDE, (wide) => wide.normalize('NFKC'))
    .replace(/[\u3002\uff61]/g, '.')
    .replace(/[\s\p{Cf}]+/gu, ' ')
    .trim();
  const bare = (/<([^<>]+)>?$/.exec(narrow)?.[1] ?? narrow)
    .replace(/^mailto:([^?]*).*/i, '$1')
    .replace(/^(["'(])(.*[^\\])(["')])[.,;]*$/, (whole, open: string, inside: string) =>
      inside.includes(open) ? whole : inside,
    )
    .replace(/[\s.,;:!?>)\]}"'\\]+$/, '')
    .replace(/^[\s<([,;:]+/, '');
  const at = bare.lastIndexOf('@');
  // White space and doubled signs in a quoted local part are its own.
  const quoted = bare.startsWith('"');
  const local = quoted ? bare.slice(0, at) : bare.slice(0, at).replace(/@+$/, '').replace(/\s+/g, '');
  const domain = bare
    .slice(at + 1)
    .replace(/\s+/g, '')
    .replace(/[.,]+/g, '.')
    .replace(/^[.#]+/, '');
  return at < 0 ? bare : `${local}@${domain}`;
};
