const warned = new Set<string>();
/** The most warnings of a page: they hold values of attributes, which may be endless. */
const MAX_WARNINGS = 100;

/** Warns the page's author in the console; each text once a page. */
export const warnOnce = (text: string): void => {
  if (warned.has(text) || warned.size >= MAX_WARNINGS) return;
  warned.add(text);
  console.warn(`<email-verify>: ${text}`);
};
