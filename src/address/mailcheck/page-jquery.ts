/** The page's jQuery, or anything else that the page has under its name, such as an element with this id. */
const page = globalThis as { jQuery?: { fn?: Record<string, unknown> } };
const { jQuery } = page;
const fn = jQuery?.fn;
const own = fn && Object.getOwnPropertyDescriptor(fn, 'mailcheck');

// mailcheck takes anything with this name for jQuery.
if (jQuery && !fn) jQuery.fn = {};

/**
 * Restores the page's jQuery: while it is loaded, mailcheck writes its own plugin into it. Import this module before
 * mailcheck, and call this function after it.
 */
export const restorePlugins = (): void => {
  if (own) Object.defineProperty(fn, 'mailcheck', own);
  else if (fn) delete fn['mailcheck'];
  else if (jQuery) delete jQuery.fn;
};
