/**
 * A text without the differences that browsers and libraries introduce when a page starts. White space alone is not the
 * same as no text.
 */
const fold = (text: string): string => text.trim().toLowerCase() || text;

/** True if two texts differ at most in letter case and in surrounding white space. */
export const isSame = (a: string, b: string): boolean => fold(a) === fold(b);

/** True if an input has the server's value. */
export const isRendered = ({ value, defaultValue }: HTMLInputElement): boolean => isSame(value, defaultValue);
