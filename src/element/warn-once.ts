const warned = new Set<string>();
/** Maximum number of warnings: their texts contain attribute values, of which there may be any number. */
const MAX_WARNINGS = 100;

/** Warns the page's author in the console; each text once per page. */
export const warnOnce = (text: string): void => {
  if (warned.has(text) || warned.size >= MAX_WARNINGS) return;
  warned.add(text);
  console.warn(`<email-verify>: ${text}`);
};
