/** The delimiter that a person chooses. */

/** Completes 'delimiter must be …'. */
export const DELIMITER_EXPECTED = 'the character between cells, no letter, digit or quote, or tab';

/** No letter, digit, quote, @ or line end: they stand in cells. */
const DELIMITER = /^[^\p{L}\p{N}"@\r\n]$/u;

/** Reads a delimiter; undefined for any other text. */
export const readDelimiter = (text: string): string | undefined => {
  if (/^(?:tab|\\t)$/iu.test(text)) return '\t';
  return DELIMITER.test(text) ? text : undefined;
};
