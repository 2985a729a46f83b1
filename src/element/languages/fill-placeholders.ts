/** Right-to-left letters: the blocks from Hebrew to Arabic, and their presentation forms. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Replaces a text's placeholders by plain text; unknown ones stay. A value is isolated (UAX #9, 2.4) if the text or the
 * value has right-to-left letters, since the text around it would otherwise change the order of its characters.
 */
export const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? whole) : whole;
    return RIGHT_TO_LEFT.test(text + value) ? `\u2068${value}\u2069` : value;
  });
