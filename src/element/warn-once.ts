const told = new Set<string>();
/** Most warnings a page gets: values of attributes are part of them. */
const MAX_WARNINGS = 100;

/** Tells the page's author something in the console, once a page. */
export const warnOnce = (text: string): void => {
  if (told.has(text) || told.size >= MAX_WARNINGS) return;
  told.add(text);
  console.warn(`<email-verify>: ${text}`);
};
