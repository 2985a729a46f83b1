/** Writes the code that gives a form these settings. */

export const DIALECTS = { markup: 'HTML', script: 'Script tag', react: 'React', vue: 'Vue' };

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

const NUMBERS = ['debounce', 'timeout', 'hold'];

/** Attributes one below the other, once there are several. */
const spread = (parts, indent) =>
  parts.length > 1
    ? `\n${parts.map((part) => `${indent}  ${part}`).join('\n')}\n${indent}`
    : parts.map((part) => ` ${part}`).join('');

const html = (attributes) => attributes.map(([name, value]) => (value === true ? name : `${name}="${escape(value)}"`));

const rule = (styles) =>
  styles.length
    ? `<style>\n  email-verify {\n${styles.map(([name, value]) => `    ${name}: ${value};\n`).join('')}  }\n</style>\n`
    : '';

const inputTag = (required, close = '>') =>
  `<input type="email" name="email" autocomplete="email"${required ? ' required' : ''}${close}`;

const write = {
  markup: ({
    attributes,
    styles,
    required,
    novalidate,
    script,
  }) => `<script type="module" src="${escape(script)}"></script>
${rule(styles)}<form method="post"${novalidate ? ' novalidate' : ''}>
  <email-verify${spread(html(attributes), '  ')}>
    <label>Email ${inputTag(required)}</label>
  </email-verify>
  <button>Sign up</button>
</form>`,

  script: ({ attributes, styles, script }) => {
    const data = attributes.map(([name, value]) => [`data-${name}`, value]);
    return `<script${spread(html([['type', 'module'], ['src', script], ...data]), '')}></script>
${rule(styles)}`.trimEnd();
  },

  react: ({ attributes, styles, required, novalidate }) => {
    const props = attributes.map(([name, value]) => {
      if (value === true) return camel(name);
      return NUMBERS.includes(name) ? `${camel(name)}={${Number(value)}}` : `${camel(name)}=${JSON.stringify(value)}`;
    });
    if (styles.length) props.push(`style={{ ${styles.map(([name, value]) => `'${name}': '${value}'`).join(', ')} }}`);
    return `import { EmailVerify } from 'email-verify-element/react';

<form${novalidate ? ' noValidate' : ''}>
  <EmailVerify${spread(props, '  ')}>
    <label>Email ${inputTag(required, ' />').replace('autocomplete', 'autoComplete')}</label>
  </EmailVerify>
  <button>Sign up</button>
</form>;`;
  },

  vue: ({ attributes, styles, required, novalidate }) => {
    const props = html(attributes.map(([name, value]) => [NUMBERS.includes(name) ? `:${name}` : name, value]));
    if (styles.length) props.push(`style="${styles.map(([name, value]) => `${name}: ${value}`).join('; ')}"`);
    return `<script setup>
import { EmailVerify } from 'email-verify-element/vue';
</script>
<template>
  <form${novalidate ? ' novalidate' : ''}>
    <EmailVerify${spread(props, '    ')}>
      <label>Email ${inputTag(required, ' />')}</label>
    </EmailVerify>
    <button>Sign up</button>
  </form>
</template>`;
  },
};

/**
 * @param {keyof typeof DIALECTS} dialect
 * @param {{attributes: [string, string | true][], styles: [string, string][], required: boolean, novalidate: boolean, script: string}} settings
 */
export const snippet = (dialect, settings) => write[dialect](settings);
