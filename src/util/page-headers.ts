/** The headers of every page. The CSP allows files of the same origin, and nothing inline. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};
