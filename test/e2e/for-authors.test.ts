/** The files generated for authors' tools describe exactly what the code does, and nothing else. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const parse = (path: string): unknown => JSON.parse(read(path));

interface Named {
  name: string;
  description?: string;
  type?: { text: string };
  default?: string;
}
interface Declaration {
  tagName?: string;
  attributes: Named[];
  members: (Named & { kind: string; static?: boolean; return?: { type: { text: string } } })[];
  events: Named[];
  slots: Named[];
  cssParts: Named[];
  cssProperties: Named[];
  cssStates: Named[];
}

const manifest = parse('dist/custom-elements.json') as { modules: { declarations: Declaration[] }[] };
const element = manifest.modules.flatMap((module) => module.declarations).find(({ tagName }) => tagName)!;
const names = (list: readonly Named[]): string[] => list.map(({ name }) => name).sort();
/** All that an expression's first group finds in a text, each once, in order. */
const found = (text: string, expression: RegExp): string[] =>
  [...new Set([...text.matchAll(expression)].map(([, name]) => name ?? ''))].sort();

const shell = read('src/element/options-element.ts');
const code = readdirSync(join(root, 'src/element'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.startsWith('test-harness'))
  .map((file) => read(join('src/element', file)).replace(/\/\*\*[^]*?\*\//g, ''))
  .join('\n');
const [, properties = ''] = /static override properties = \{(.*?)\n {2}\};/s.exec(shell) ?? [];

describe('the manifest', () => {
  test('has every attribute and property of the code, and no other', () => {
    const options = [...properties.matchAll(/^ {4}(\w+): (.*?),?$/gm)].map(([, name = '', how = '']) => ({
      name,
      attribute: how.includes('attribute: false')
        ? null
        : (/attribute: '([^']+)'/.exec(how)?.[1] ?? name.toLowerCase()),
    }));
    assert.ok(options.length >= 12);
    assert.deepEqual(names(element.attributes), options.flatMap(({ attribute }) => attribute ?? []).sort());
    const fields = element.members.filter((member) => member.kind === 'field' && !member.static);
    assert.deepEqual(names(fields), [...options.map(({ name }) => name), 'input'].sort());
  });

  test('has every method, with what it gives', () => {
    const methods = element.members.filter(({ kind }) => kind === 'method');
    assert.deepEqual(
      methods.map(({ name, return: gives }) => [name, gives?.type.text]),
      [
        ['define', 'typeof EmailVerifyElement'],
        ['check', 'Promise<Verdict | null>'],
        ['receipt', 'Promise<string | null>'],
        ['reset', 'void'],
      ],
    );
  });

  test('has every event, with its class', () => {
    assert.deepEqual(names(element.events), found(code, /^ {4}'(email-verify-\w+)': EmailVerify\w+Event;$/gm));
    for (const { name, type } of element.events) assert.match(code, new RegExp(`'${name}': ${type?.text ?? ''};`));
  });

  test('has every part, custom property and state', () => {
    assert.deepEqual(names(element.cssParts), found(code, /\bpart=['"]([\w-]+)['"]/g));
    assert.deepEqual(names(element.cssProperties), found(code, /var\((--email-verify-[\w-]+)/g));
    const [, states = ''] = /const STATES = \[(.*?)\]/s.exec(code) ?? [];
    assert.deepEqual(names(element.cssStates), found(states, /'(\w+)'/g));
  });

  test('describes everything, and gives every attribute its type and default', () => {
    const { attributes, members, events, slots, cssParts, cssProperties, cssStates } = element;
    for (const one of [attributes, members, events, slots, cssParts, cssProperties, cssStates].flat())
      assert.ok(one.description, one.name);
    for (const { name, type, default: otherwise } of attributes) assert.ok(type?.text && otherwise !== undefined, name);
  });

  test('is what the manual lists: the same attributes with the same defaults, parts, properties and states', () => {
    const manual = read('docs/element.md');
    const [, table = ''] = /^## Options\n(.*?)\n\n[^|]/ms.exec(manual) ?? [];
    for (const { name, default: otherwise = '' } of element.attributes) {
      const [, cell] = new RegExp(`^\\| \`${name}\` +\\| (.*?) +\\|`, 'm').exec(table) ?? [];
      assert.equal(cell, otherwise === "''" ? 'none' : `\`${otherwise.replaceAll("'", '')}\``, name);
    }
    const rows = /^\| `([\w-]+)`/gm;
    assert.deepEqual(found(table, rows), names(element.attributes));
    const [, looks = ''] = /^## Looks\n(.*?)\n## /ms.exec(manual) ?? [];
    assert.deepEqual(found(looks, rows), [...names(element.cssParts), ...names(element.cssProperties)].sort());
    const [, states = ''] = /:state\(([\w|]+)\)/.exec(looks) ?? [];
    assert.deepEqual(states.split('|').sort(), names(element.cssStates));
  });
});

describe('the data for VS Code', () => {
  interface Data {
    version: number;
    tags: { name: string; attributes: (Named & { values: Named[] })[] }[];
  }

  test('lists every attribute with its description and its words', () => {
    const [tag] = (parse('dist/vscode.html-custom-data.json') as Data).tags;
    assert.equal(tag?.name, 'email-verify');
    assert.deepEqual(names(tag.attributes), names(element.attributes));
    for (const { name, description } of element.attributes) {
      const offered = tag.attributes.find((one) => one.name === name)!;
      assert.ok(offered.description?.startsWith(description!), name);
    }
    const typos = tag.attributes.find(({ name }) => name === 'typos');
    assert.deepEqual(names(typos?.values ?? []), ['fix', 'off', 'suggest']);
  });

  test('lists every custom property, part and state', () => {
    const data = parse('dist/vscode.css-custom-data.json') as Record<
      'properties' | 'pseudoElements' | 'pseudoClasses',
      Named[]
    >;
    assert.deepEqual(names(data.properties), names(element.cssProperties));
    assert.deepEqual(names(data.pseudoElements), element.cssParts.map(({ name }) => `::part(${name})`).sort());
    assert.deepEqual(names(data.pseudoClasses), element.cssStates.map(({ name }) => `:state(${name})`).sort());
  });
});

test('the data for JetBrains lists every attribute, event, custom property and part', () => {
  interface WebTypes {
    contributions: {
      html: { elements: { name: string; 'doc-url': string; attributes: Named[]; events: Named[] }[] };
      css: { properties: Named[]; 'pseudo-elements': Named[] };
    };
  }
  const { html, css } = (parse('dist/web-types.json') as WebTypes).contributions;
  const [tag] = html.elements;
  assert.equal(tag?.name, 'email-verify');
  assert.deepEqual(names(tag.attributes), names(element.attributes));
  assert.deepEqual(names(tag.events), names(element.events));
  assert.deepEqual(names(css.properties), names(element.cssProperties));
  assert.deepEqual(names(css['pseudo-elements']), element.cssParts.map(({ name }) => `part(${name})`).sort());
  assert.equal(tag['doc-url'], (parse('package.json') as { homepage: string }).homepage);
});
