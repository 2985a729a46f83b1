/** Full-width and small forms of ASCII characters, as a Chinese or Japanese keyboard types them. */
const WIDE = /[\uff01-\uff5e\ufe50-\ufe6b]/g;

/**
 * Removes unintended characters: white space and invisible characters, `mailto:`, angle brackets and quotes around the address,
 * punctuation after it, a doubled @ or dot. Turns full-width characters into ASCII, and a comma in the domain into a dot. Never throws.
 * @returns the text itself when there is nothing to remove.
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
  // White space and a doubled @ in a quoted local part are part of the address.
  const quoted = bare.startsWith('"');
  const local = quoted ? bare.slice(0, at) : bare.slice(0, at).replace(/@+$/, '').replace(/\s+/g, '');
  const domain = bare
    .slice(at + 1)
    .replace(/\s+/g, '')
    .replace(/[.,]+/g, '.')
    .replace(/^[.#]+/, '');
  return at < 0 ? bare : `${local}@${domain}`;
};
