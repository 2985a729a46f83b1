/** The pages about backends quote files that run, say what every backend has to know, and link to what is there. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'vitest';
import type { EmailVerification, FormOptions, FormProblemCode } from '../../src/receipt/index.js';

const root = join(import.meta.dirname, '../..');
const pages = join(root, 'docs/backends');
const examples = join(root, 'examples/backends');
/** The languages of programs, by the endings of their files. */
const KINDS = { js: 'mjs', python: 'py', ruby: 'rb' };

/** The keys of all members of a union. */
type KeyOf<Union> = Union extends unknown ? keyof Union : never;

const codeOf = (text: string): { kind: string; code: string }[] =>
  [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, kind = '', code = '']) => ({ kind, code }));

const files = readdirSync(examples, { recursive: true, encoding: 'utf8' })
  .filter((name) => Object.values(KINDS).some((ending) => name.endsWith(`.${ending}`)))
  .map((name) => ({ name, text: readFileSync(join(examples, name), 'utf8') }));
/** PHP has a test of its own. */
const texts = readdirSync(pages)
  .filter((name) => name !== 'php.md')
  .map((name) => ({ name, text: readFileSync(join(pages, name), 'utf8') }));

test('every file that runs is quoted as it stands', () => {
  const quoted = texts.flatMap(({ text }) => codeOf(text).map(({ code }) => code));
  assert.ok(files.length >= 10);
  for (const { name, text } of files) assert.ok(quoted.includes(text), name);
});

for (const { name, text } of texts) {
  describe(`docs/backends/${name}`, () => {
    test('quotes only files that run', () => {
      for (const { kind, code } of codeOf(text)) {
        if (!(kind in KINDS)) continue;
        assert.ok(
          files.some((file) => file.text === code),
          code,
        );
      }
    });

    test('says what to read, what happens without the edge, and that the address is compared as sent', () => {
      for (const words of ['`email-verification`', 'while the edge is down', 'lower', 'once'])
        assert.ok(text.replace(/\s+/g, ' ').toLowerCase().includes(words), words);
    });

    test('links to pages that are there', () => {
      for (const [, link = ''] of text.matchAll(/\]\(((?!https:)[^)#]+)/g))
        assert.ok(existsSync(join(dirname(join(pages, name)), link)), link);
    });
  });
}

describe('the pages of the middleware', () => {
  const CODES: Record<FormProblemCode, true> = { missing_email: true, email_blocked: true, email_not_verified: true };
  const MEMBERS: Record<KeyOf<EmailVerification>, true> = {
    ok: true,
    email: true,
    decision: true,
    reason: true,
    claims: true,
  };
  const OPTIONS: Record<Exclude<keyof FormOptions, 'now'>, true> = {
    audience: true,
    jwks: true,
    field: true,
    policy: true,
    once: true,
    whenUnavailable: true,
    messages: true,
    issuer: true,
    acceptTest: true,
  };
  const textOf = (page: string): string => texts.find(({ name }) => name === page)?.text ?? '';

  for (const page of ['express.md', 'fastify.md', 'hono.md', 'node.md']) {
    test(`${page} names every problem, and every member of the outcome`, () => {
      for (const word of Object.keys({ ...CODES, ...MEMBERS }))
        assert.match(textOf(page), new RegExp(`\\| \`${word}\` *\\|`));
    });
  }

  test('node.md names every option', () => {
    for (const option of Object.keys(OPTIONS))
      assert.match(textOf('node.md'), new RegExp(`^\\| \`${option}\` *\\|`, 'm'));
  });
});
