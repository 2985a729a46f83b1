/** True if two texts differ in spaces around them and letter case at most, which browsers and libraries change at the page's start. */
export const isSame = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** True if an input has the server's value. */
export const isRendered = ({ value, defaultValue }: HTMLInputElement): boolean => isSame(value, defaultValue);
