/** Generates the code for the chosen settings, as a complete file in each dialect. */

/** The dialects, in the order of their tabs. `language` is the highlighter's name; `note` says where to put the code. */
export const DIALECTS = {
  script: { label: 'Script tag', language: 'html', note: 'For any page: the script finds its email fields.' },
  markup: { label: 'HTML', language: 'html', note: 'For one field: wrap it in the element.' },
  react: { label: 'React', language: 'jsx', note: 'First run npm install email-verify-element.' },
  vue: { label: 'Vue', language: 'vue', note: 'First run npm install email-verify-element.' },
  wordpress: {
    label: 'WordPress',
    language: 'php',
    note: 'Save as wp-content/plugins/email-verify.php and activate it.',
  },
};

/** The dialects that use the loader, which always uses the placement `bubble`. */
export const BUBBLE_ONLY = ['script', 'wordpress'];

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

const NUMBERS = ['debounce', 'timeout', 'hold'];

const indented = (text, indent) => text.replaceAll(/^(?=.)/gm, indent);

/** A start tag. Two or more attributes go on separate lines. */
const tag = (name, attributes, close = '>') => {
  if (attributes.length < 2) return `<${[name, ...attributes].join(' ')}${close}`;
  return `<${name}\n${attributes.map((attribute) => `  ${attribute}\n`).join('')}${close.trimStart()}`;
};

const html = (attributes) => attributes.map(([name, value]) => (value === true ? name : `${name}="${escape(value)}"`));

const data = (attributes) =>
  attributes
    .filter(([name]) => name !== 'placement')
    .map(([name, value]) => [`data-${name}`, value === true ? '' : value]);

const rule = (styles, indent = '') =>
  styles.length
    ? indented(
        `<style>\n  email-verify {\n${styles.map(([name, value]) => `    ${name}: ${value};\n`).join('')}  }\n</style>\n`,
        indent,
      )
    : '';

const label = ({ required }, close = '>', complete = 'autocomplete') => `<label>
  Email
  <input type="email" name="email" ${complete}="email"${required ? ' required' : ''}${close}
</label>`;

const target = ({ attributes }) => {
  const id = attributes.find(([name]) => name === 'message-target')?.[1];
  return id === undefined ? '' : `\n<p id="${escape(id)}"></p>`;
};

const form = (flag, field, settings) => `<form method="post"${settings.novalidate ? ` ${flag}` : ''}>
${indented(`${field}${target(settings)}`, '  ')}
  <button>Sign up</button>
</form>`;

const page = (script, { styles }, body) => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Sign up</title>
${indented(script, '  ')}
${rule(styles, '  ')}</head>
<body>
${indented(body, '  ')}
</body>
</html>`;

const wrapped = (name, attributes, inner) => `${tag(name, attributes)}\n${indented(inner, '  ')}\n</${name}>`;

const php = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const write = {
  script: (settings) => {
    const attributes = html([['type', 'module'], ['src', settings.script], ...data(settings.attributes)]);
    return page(`${tag('script', attributes)}</script>`, settings, form('novalidate', label(settings), settings));
  },

  markup: (settings) =>
    page(
      `<script type="module" src="${escape(settings.script)}"></script>`,
      settings,
      form('novalidate', wrapped('email-verify', html(settings.attributes), label(settings)), settings),
    ),

  react: (settings) => {
    const props = settings.attributes.map(([name, value]) => {
      if (value === true) return camel(name);
      if (NUMBERS.includes(name)) return `${camel(name)}={${Number(value)}}`;
      return `${camel(name)}=${/["&\\]/.test(value) ? `{${JSON.stringify(value)}}` : `"${value}"`}`;
    });
    if (settings.styles.length)
      props.push(`style={{ ${settings.styles.map(([name, value]) => `'${name}': '${value}'`).join(', ')} }}`);
    const field = wrapped('EmailVerify', props, label(settings, ' />', 'autoComplete'));
    return `import { EmailVerify } from 'email-verify-element/react';

export default function SignUp() {
  return (
${indented(form('noValidate', field, settings).replace(/(<p id=".*")><\/p>/, '$1 />'), '    ')}
  );
}`;
  },

  vue: (settings) => {
    const props = html(settings.attributes.map(([name, value]) => [NUMBERS.includes(name) ? `:${name}` : name, value]));
    if (settings.styles.length)
      props.push(`style="${settings.styles.map(([name, value]) => `${name}: ${value}`).join('; ')}"`);
    return `<script setup>
import { EmailVerify } from 'email-verify-element/vue';
</script>

<template>
${indented(form('novalidate', wrapped('EmailVerify', props, label(settings, ' />')), settings), '  ')}
</template>`;
  },

  wordpress: (settings) => {
    const attributes = [['type', 'module'], ['src', settings.script], ...data(settings.attributes)];
    const styles = settings.styles.map(([name, value]) => `${name}: ${value};`).join(' ');
    return `<?php
/* Plugin Name: Email Verify */

add_action('wp_head', function () {
    wp_print_script_tag([
${attributes.map(([name, value]) => `        ${php(name)} => ${value === '' ? 'true' : php(value)},\n`).join('')}    ]);
${styles && `    echo '<style>email-verify { ${styles} }</style>';\n`}});`;
  },
};

/**
 * @param {keyof typeof DIALECTS} dialect
 * @param {{attributes: [string, string | true][], styles: [string, string][], required: boolean, novalidate: boolean,
 * script: string}} settings
 */
export const snippet = (dialect, settings) => write[dialect](settings);
