import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const built = join(import.meta.dirname, '../../../dist/cdn');
/** A script of the page's own, so that it may run: it writes down what the policy had to stop. */
const LISTEN = `window.violations = [];
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
  violations.push([violatedDirective, blockedURI, sourceFile, lineNumber].join(' '));
});`;

const page = (script) => `<!doctype html><html lang="en"><title>Sign up</title><script src="/csp/listen.js"></script>
<form><label>Email <input type="email" name="email" required></label><button>Sign up</button></form>
<script ${script.endsWith('classic.js') ? '' : 'type="module"'} src="/csp/${script}" data-endpoint="/edge/"
  data-hold="60000" data-timeout="60000"></script>`;

/** A page with the strictest policy that docs/element.md promises to work under, and what is built for a script tag. */
export const csp = async (context, next) => {
  const [, file] = /^\/csp\/([\w.-]+)$/.exec(context.path) ?? [];
  if (!file) return next();
  if (file === 'listen.js') {
    context.type = 'js';
    context.body = LISTEN;
  } else if (file === 'page') {
    context.set(
      'content-security-policy',
      `default-src 'none'; script-src 'self'; style-src 'self'; connect-src ${context.origin}/edge/; ` +
        `require-trusted-types-for 'script'; trusted-types email-verify`,
    );
    context.type = 'html';
    context.body = page(context.query.script);
  } else {
    context.type = 'js';
    context.body = await readFile(join(built, file), 'utf8');
  }
};
