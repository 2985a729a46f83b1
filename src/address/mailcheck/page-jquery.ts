/** jQuery as a page has it, or whatever else the page has under its name, such as an element with this id. */
const page = globalThis as { jQuery?: { fn?: Record<string, unknown> } };
const { jQuery } = page;
const fn = jQuery?.fn;
const own = fn && Object.getOwnPropertyDescriptor(fn, 'mailcheck');

// mailcheck takes whatever has the name for jQuery.
if (jQuery && !fn) jQuery.fn = {};

/**
 * Puts back what the page had: mailcheck, as it is loaded, writes a plugin of its own into the page's jQuery. To be imported before it, and
 * called after it.
 */
export const restorePlugins = (): void => {
  if (own) Object.defineProperty(fn, 'mailcheck', own);
  else if (fn) delete fn['mailcheck'];
  else if (jQuery) delete jQuery.fn;
};
