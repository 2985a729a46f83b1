/** A CSP that allows files of the same origin, and nothing inline. */
const policy = (images: string, trustedTypes: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src ${images}; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types ${trustedTypes}`;

/** The headers of every page. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy("'self'", 'lit-html email-verify'),
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** The headers of the documentation: VitePress' pages are rendered by Vue, and the style sheet holds their icons. */
export const DOCS_HEADERS: Readonly<Record<string, string>> = {
  ...PAGE_HEADERS,
  'content-security-policy': policy("'self' data:", 'vue'),
};
