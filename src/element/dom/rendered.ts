/** A text without the differences that browsers and libraries make at the page's start. Nothing but spaces is not the same as nothing. */
const fold = (text: string): string => text.trim().toLowerCase() || text;

/** True if two texts differ in letter case and in spaces around them at most. */
export const isSame = (a: string, b: string): boolean => fold(a) === fold(b);

/** True if an input has the server's value. */
export const isRendered = ({ value, defaultValue }: HTMLInputElement): boolean => isSame(value, defaultValue);
