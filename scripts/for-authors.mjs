/**
 * Generates editor data (VS Code, JetBrains), JSX types (React, Preact, Solid) and template types (Vue, Svelte) from
 * the custom elements manifest, which is generated from the JSDoc of the class. Libraries generate the editor data. The
 * types are written here, because those of the libraries do not accept a number as a string, and type every event as a
 * CustomEvent.
 */
import { getWebTypesData } from 'custom-element-jet-brains-integration';
import { getVsCodeCssCustomData, getVsCodeHtmlCustomData } from 'custom-element-vs-code-integration';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const comment = (text = '') => (text ? `/** ${text.replace(/\s+/g, ' ').replaceAll('*/', '*\\/')} */\n    ` : '');

/** The type of an attribute in markup: a number may also be a numeric string, and a boolean the empty string. */
const inMarkup = ({ text }) =>
  text.replace(/\bnumber\b/, 'number | `${number}`').replace(/\bboolean\b/, "boolean | ''");

/** The built file of a source file: the sources are not shipped. */
const builtFile = (path) => path.replace(/^\/?src\/(.*)\.[jt]s$/, 'dist/$1.js');

/** Names the built files, removes private members, and names destructured parameters `options`. */
const tidy = (source) => {
  const manifest = JSON.parse(source, (key, value) => (key === 'path' || key === 'module' ? builtFile(value) : value));
  for (const declaration of manifest.modules.flatMap((module) => module.declarations)) {
    declaration.members &&= declaration.members.filter(({ privacy }) => privacy !== 'private');
    for (const { parameters = [] } of declaration.members ?? [])
      for (const parameter of parameters) parameter.name = parameter.name.replace(/^\{.*\}$/s, 'options');
  }
  return manifest;
};

/** A type of a handler. It may be undefined: `onX={ready ? handle : undefined}`. */
const handler = (type) => `((event: ${type}) => void) | undefined`;

/** The fields of `EmailVerifyMarkup`. `onEvent` gives the attributes of an event: names, or `[name, type]`. */
const propsOf = ({ attributes, members, events }, onEvent) => {
  const named = new Set(attributes.map(({ name }) => name));
  const properties = members.filter(({ kind, readonly, name }) => kind === 'field' && !readonly && !named.has(name));
  return [
    ...attributes.map(({ name, type, description }) => `${comment(description)}'${name}'?: ${inMarkup(type)};`),
    ...properties.map(({ name, type, description }) => `${comment(description)}'${name}'?: ${type.text};`),
    ...events.flatMap(({ name, type, description }) =>
      onEvent(name, type.text).map((attribute) => {
        const [written, how] = typeof attribute === 'string' ? [attribute, handler(type.text)] : attribute;
        return `${comment(description)}'${written}'?: ${how};`;
      }),
    ),
  ].join('\n    ');
};

const head = ({ events }, from = '') => `import type { AnswerChallenge, EmailVerifyElement, OwnMessages, ${events
  .map(({ type }) => type.text)
  .join(', ')} } from '../element/index.js';
${from}
`;

/** @param onEvent as for `propsOf`; @param where the markup's name in prose */
const markup = (element, onEvent, where) => `/** The attributes, properties and events of the element, in ${where}. */
export interface EmailVerifyMarkup {
    ${propsOf(element, onEvent)}
}
`;

/**
 * @param base the props that the library gives any element; those of this one replace them.
 * @param own the library's props that are typed by the element, such as `ref`.
 */
const jsx =
  (module, base, own, onEvent = (name) => [`on${name}`, `on${name}Capture`]) =>
  (element) => `${head(element)}
declare module '${module}' {
  namespace JSX {
    interface IntrinsicElements {
      ${comment(element.description)}'${element.tagName}': Omit<import('${module}').${base}, 'ref' | keyof EmailVerifyMarkup> & import('${module}').${own}<EmailVerifyElement> & EmailVerifyMarkup;
    }
  }
}

${markup(element, onEvent, 'JSX')}`;

/**
 * The names of a handler in Vue. vue-tsc and the compiler look for the first, however a template writes it:
 * `@email-verify-fix`, `@emailVerifyFix`, `.once`. The second is for `h()`.
 */
const vueNames = (name) => [`on-${name}`.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()), `onE${name.slice(1)}`];

const vue = (element) => `${head(element, `import type { HTMLAttributes, PublicProps } from 'vue';`)}
${markup(element, vueNames, 'templates')}
/** A data attribute such as data-test, which vue-tsc knows as dataTest. */
interface DataAttributes {
  [name: \`data-\${string}\`]: unknown;
  [name: \`data\${Capitalize<string>}\`]: unknown;
}

declare module 'vue' {
  interface GlobalComponents {
    ${comment(element.description)}'${element.tagName}': new () => EmailVerifyElement & { $props: PublicProps & Omit<HTMLAttributes, keyof EmailVerifyMarkup> & EmailVerifyMarkup & DataAttributes };
  }
}
`;

/** Svelte 5 has event attributes, and still knows the directives of Svelte 4. */
const svelte = (element) => `${head(element, `import type { HTMLAttributes } from 'svelte/elements';`)}
${markup(element, (name) => [`on${name}`, `on${name}capture`, `on:${name}`], 'templates')}
declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    ${comment(element.description)}'${element.tagName}': Omit<HTMLAttributes<EmailVerifyElement>, keyof EmailVerifyMarkup> & EmailVerifyMarkup;
  }
}
`;

const MARKUP = {
  react: jsx('react', 'HTMLAttributes<EmailVerifyElement>', 'ClassAttributes'),
  // Preact 10 and 11 name the type of the common HTML attributes differently; the props of a `div` exist in both.
  preact: jsx('preact', "ComponentProps<'div'>", 'ClassAttributes'),
  // An object has the options of the listener: `on:…={{ handleEvent, once: true }}`.
  solid: jsx('solid-js', 'JSX.HTMLAttributes<EmailVerifyElement>', 'JSX.CustomAttributes', (name, type) => [
    [`on:${name}`, `${handler(type)} | (AddEventListenerOptions & { handleEvent: (event: ${type}) => void })`],
    `oncapture:${name}`,
    `on${name}`,
  ]),
  vue,
  svelte,
};

/** Omits from the element's description what completion shows elsewhere. */
const SHORT = { hideMethodDocs: true, hideCssPropertiesDocs: true, hideCssPartsDocs: true };

/** Adds defaults to the attribute descriptions: VS Code has no other place for them. */
const withDefaults = (manifest) => {
  const copy = structuredClone(manifest);
  for (const attribute of copy.modules.flatMap((module) => module.declarations.flatMap((one) => one.attributes ?? [])))
    if (attribute.default !== "''") attribute.description += ` Default: ${attribute.default}.`;
  return copy;
};

/** Adds the custom states, which the library omits. */
const cssData = (manifest, { cssStates }) => ({
  ...JSON.parse(getVsCodeCssCustomData(manifest)),
  pseudoClasses: cssStates.map(({ name, description }) => ({ name: `:state(${name})`, description })),
});

/** The element's manual, which JetBrains editors link to. */
const { homepage } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));

/** @param dist the folder of the built package, with the manifest. */
export const writeForAuthors = (dist) => {
  const file = join(dist, 'custom-elements.json');
  const manifest = tidy(readFileSync(file, 'utf8'));
  const element = manifest.modules.flatMap((module) => module.declarations).find(({ tagName }) => tagName);
  const write = (name, value) => {
    writeFileSync(join(dist, name), typeof value === 'string' ? value : `${JSON.stringify(value, null, 2)}\n`);
  };
  write('custom-elements.json', manifest);
  write('vscode.html-custom-data.json', JSON.parse(getVsCodeHtmlCustomData(withDefaults(manifest), SHORT)));
  write('vscode.css-custom-data.json', cssData(manifest, element));
  write(
    'web-types.json',
    JSON.parse(getWebTypesData(manifest, { ...SHORT, referenceTemplate: () => ({ name: 'Manual', url: homepage }) })),
  );
  mkdirSync(join(dist, 'types/markup'), { recursive: true });
  for (const [name, make] of Object.entries(MARKUP)) write(`types/markup/${name}.d.ts`, make(element));
  // The markup entry points are types only: at run time they are an empty module.
  write('markup.js', 'export {};\n');
};
