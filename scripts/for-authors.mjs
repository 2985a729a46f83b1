/**
 * Writes what the manifest (custom-elements.json) says of the element in the forms that authors' tools read: data for VS Code and
 * JetBrains, JSX types for React and Preact, types for Vue's templates. The manifest comes of the class's JSDoc. Libraries make the
 * data; their types take no digits for a number, and events of our classes for a CustomEvent, so those are ours.
 */
import { getWebTypesData } from 'custom-element-jet-brains-integration';
import { getVsCodeCssCustomData, getVsCodeHtmlCustomData } from 'custom-element-vs-code-integration';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const comment = (text = '') => (text ? `/** ${text.replace(/\s+/g, ' ').replaceAll('*/', '*\\/')} */\n    ` : '');

/** The type of an attribute in markup: a number may stand there in digits, and a boolean as a bare word. */
const inMarkup = ({ text }) =>
  text.replace(/\bnumber\b/, 'number | `${number}`').replace(/\bboolean\b/, "boolean | ''");

/** Only what is public, with what the analyzer leaves empty taken away. */
const tidy = (manifest) => {
  for (const declaration of manifest.modules.flatMap((module) => module.declarations)) {
    declaration.members &&= declaration.members.filter(({ privacy }) => privacy !== 'private');
    for (const { parameters = [] } of declaration.members ?? [])
      for (const parameter of parameters) parameter.name = parameter.name.replace(/^\{.*\}$/s, 'options');
  }
  return manifest;
};

const propsOf = ({ attributes, members, events }) => {
  const named = new Set(attributes.map(({ name }) => name));
  const properties = members.filter(({ kind, readonly, name }) => kind === 'field' && !readonly && !named.has(name));
  return [
    ...attributes.map(({ name, type, description }) => `${comment(description)}'${name}'?: ${inMarkup(type)};`),
    ...properties.map(({ name, type, description }) => `${comment(description)}'${name}'?: ${type.text};`),
    ...events.map(
      ({ name, type, description }) => `${comment(description)}'on${name}'?: (event: ${type.text}) => void;`,
    ),
  ].join('\n    ');
};

const head = ({ events }, from = '') => `import type { AnswerChallenge, EmailVerifyElement, OwnMessages, ${events
  .map(({ type }) => type.text)
  .join(', ')} } from '../element/index.js';
${from}
`;

const jsx = (element, module, base) => `${head(element)}
declare module '${module}' {
  namespace JSX {
    interface IntrinsicElements {
      ${comment(element.description)}'${element.tagName}': ${base} & EmailVerifyMarkup;
    }
  }
}

/** The element's attributes, properties and events, as markup has them. */
export interface EmailVerifyMarkup {
    ${propsOf(element)}
}
`;

/** React's and Preact's own props of any element, with ours as what \`ref\` gives. */
const react = (element) =>
  jsx(
    element,
    'react',
    `Omit<import('react').HTMLAttributes<EmailVerifyElement>, keyof EmailVerifyMarkup> & import('react').ClassAttributes<EmailVerifyElement>`,
  );
// Preact 10 and 11 have the attributes of any element under different names, but those of a `div` under one.
const preact = (element) =>
  jsx(
    element,
    'preact',
    `Omit<import('preact').ComponentProps<'div'>, 'ref' | keyof EmailVerifyMarkup> & import('preact').ClassAttributes<EmailVerifyElement>`,
  );

const vue = (element) => `${head(element, `import type { HTMLAttributes, PublicProps } from 'vue';`)}
/** The element's attributes, properties and events, as templates have them. */
export interface EmailVerifyMarkup {
    ${propsOf(element).replace(/'onemail/g, "'onEmail")}
}

declare module 'vue' {
  interface GlobalComponents {
    ${comment(element.description)}'${element.tagName}': new () => EmailVerifyElement & { $props: PublicProps & Omit<HTMLAttributes, keyof EmailVerifyMarkup> & EmailVerifyMarkup };
  }
}
`;

/** An element's description without what completion shows in its own place. */
const SHORT = { hideMethodDocs: true, hideCssPropertiesDocs: true, hideCssPartsDocs: true };

/** VS Code shows no default of an attribute but the one that its description names. */
const withDefaults = (manifest) => {
  const copy = structuredClone(manifest);
  for (const attribute of copy.modules.flatMap((module) => module.declarations.flatMap((one) => one.attributes ?? [])))
    if (attribute.default !== "''") attribute.description += ` Default: ${attribute.default}.`;
  return copy;
};

/** The library leaves the states out. */
const cssData = (manifest, { cssStates }) => ({
  ...JSON.parse(getVsCodeCssCustomData(manifest)),
  pseudoClasses: cssStates.map(({ name, description }) => ({ name: `:state(${name})`, description })),
});

/** @param dist the built package, with the manifest in it. */
export const writeForAuthors = (dist) => {
  const file = join(dist, 'custom-elements.json');
  const manifest = tidy(JSON.parse(readFileSync(file, 'utf8')));
  const element = manifest.modules.flatMap((module) => module.declarations).find(({ tagName }) => tagName);
  const write = (name, value) => {
    writeFileSync(join(dist, name), typeof value === 'string' ? value : `${JSON.stringify(value, null, 2)}\n`);
  };
  write('custom-elements.json', manifest);
  write('vscode.html-custom-data.json', JSON.parse(getVsCodeHtmlCustomData(withDefaults(manifest), SHORT)));
  write('vscode.css-custom-data.json', cssData(manifest, element));
  write('web-types.json', JSON.parse(getWebTypesData(manifest, SHORT)));
  mkdirSync(join(dist, 'types/markup'), { recursive: true });
  for (const [name, make] of Object.entries({ react, preact, vue })) write(`types/markup/${name}.d.ts`, make(element));
  // Types alone: whoever imports them as a module gets an empty one.
  write('markup.js', 'export {};\n');
};
