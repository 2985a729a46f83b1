/** The build's plugin that makes templates small, tried by what a browser would show. */
import assert from 'node:assert/strict';
import { rollup } from 'rollup';
import { describe, test } from 'vitest';
import { minifyLiterals } from '../../scripts/literals.mjs';

/** A module as the build writes it. */
const built = async (source: string): Promise<string> => {
  const entry = { name: 'entry', resolveId: (id: string) => (id === 'entry' ? id : null), load: () => source };
  const bundle = await rollup({ input: 'entry', plugins: [entry, minifyLiterals()] });
  const { output } = await bundle.generate({ format: 'es' });
  return output[0].code;
};

/** The text of the only template in a module. */
const templateOf = async (tag: string, template: string): Promise<string | undefined> =>
  /`([^]*)`/.exec(await built(`export default (html, css, a, b) => ${tag}\`${template}\`;`))?.[1];

describe('a template of HTML', () => {
  test.each([
    [
      'loses white space between blocks',
      '\n  <div>\n    <p>one</p>\n    <p>two</p>\n  </div>\n',
      '<div><p>one</p><p>two</p></div>',
    ],
    ['keeps a space between words and inline elements', '<p>a <b>b</b>\n  c</p>', '<p>a <b>b</b> c</p>'],
    ['keeps a space between two expressions', '<p>${a}\n ${b}</p>', '<p>${a} ${b}</p>'],
    ['keeps the lines of a pre', '<div> <pre>a\n  b</pre> </div>', '<div><pre>a\n  b</pre></div>'],
    [
      'keeps white space in an attribute as one space',
      '<p\n  class="a\n  b"\n  title=${a}>x</p>',
      '<p class="a b" title=${a}>x</p>',
    ],
    ['keeps a > in an attribute', '<p title="a > b">x</p>', '<p title="a > b">x</p>'],
    ['writes an empty element without its slash', '<p>a<br />b</p>', '<p>a<br>b</p>'],
    ['loses a comment', '<p><!-- x --></p>', '<p></p>'],
    ['keeps a comment with an expression', '<p><!-- ${a} --></p>', '<p><!-- ${a} --></p>'],
  ])('%s', async (_, template, expected) => {
    assert.equal(await templateOf('html', template), expected);
  });
});

test('a template of CSS is made small, and keeps its expressions', async () => {
  assert.equal(await templateOf('css', '\n  a {\n    color: #ff0000;\n  }\n'), 'a{color:red}');
});

test('a template with another tag stays as it is', async () => {
  assert.match(await built('export default (sql) => sql`select\n  1`;'), /select\n {2}1/);
});
