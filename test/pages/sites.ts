/** The sign-up pages, a file for each below `sites`. */

/** The page has our script tag and no other code of ours, or wraps its field in the package's element. */
export type Variant = 'script' | 'npm';

export interface Site {
  name: string;
  /** The file to bundle as its script. */
  file?: string;
  /** The file with its body, where it is HTML. */
  html?: string;
  /** The file that renders its body on the server; the script hydrates it. */
  server?: string;
  /** The server renders the whole document. */
  document?: boolean;
  /** More for its head, and for our script tag. */
  head?: string;
  tag?: string;
  /** The selector of its message for a missing name; unset, the browser reports a missing name. */
  missing?: string;
  /** Its rule for the name stands in its code; the field says `aria-required`, so that it is known beforehand. */
  hinted?: boolean;
  /** Pressed first: what brings the form. */
  open?: string;
  /**
   * Ways in which the form is rendered again: `server`: its server answers with the form; `again`: its button makes a
   * new form; `state`: its button renders the form again and keeps its state.
   */
  rerender: ('server' | 'again' | 'state')[];
  /** Its server's answer is a new document. */
  reloads?: boolean;
  /** The status its server answers with then. */
  takenStatus?: number;
  /** Messages of the library itself. */
  says?: RegExp;
}

const html = (name: string, more: Partial<Site> = {}): Site => ({
  ...{ name, file: `${name}.html`, html: `${name}.html`, rerender: ['server'] },
  ...more,
});

const script = (name: string, file: string, more: Partial<Site> = {}): Site => ({
  ...{ name, file, rerender: ['state', 'again'] },
  ...more,
});

export const sites: Site[] = [
  html('htmx-2', { takenStatus: 200 }),
  html('htmx-4'),
  html('turbo'),
  html('turbo-morph', {
    head: '<meta name="turbo-refresh-method" content="morph">',
    rerender: ['server', 'again'],
  }),
  html('turbo-frame'),
  html('stimulus', { reloads: true, missing: '.invalid-feedback' }),
  html('alpine', { rerender: ['state'] }),
  html('morphdom', { rerender: ['state'] }),
  html('unpoly'),
  html('swup'),
  html('jquery-validate', { reloads: true, missing: '.error' }),
  html('unobtrusive', { reloads: true, missing: '[data-valmsg-for=name]', rerender: ['server', 'again'] }),
  html('parsley', { reloads: true, missing: '.parsley-required' }),
  script('react-hook-form', 'react-hook-form.jsx', { hinted: true, missing: '[role=alert]' }),
  script('formik', 'formik.jsx', { hinted: true, missing: '.error' }),
  script('tanstack-form', 'tanstack-form.jsx', { hinted: true, missing: '[role=alert]' }),
  script('mui', 'mui.jsx', { missing: '.MuiFormHelperText-root' }),
  script('mui-dialog', 'mui-dialog.jsx', { open: '#open', rerender: ['state'] }),
  script('radix-dialog', 'radix-dialog.jsx', { open: '#open', rerender: ['state'] }),
  script('ant-design', 'ant-design.jsx', { missing: '.ant-form-item-explain-error' }),
  script('vue', 'vue.js'),
  script('vee-validate', 'vee-validate.js', { hinted: true, missing: '.error' }),
  script('svelte', 'svelte.js'),
  script('solid', 'solid.jsx'),
  script('preact', 'preact.jsx'),
  script('angular', 'angular.ts', { hinted: true, missing: '.error' }),
  script('lit', 'lit.js', { tag: 'data-shadow' }),
  { name: 'qwik', rerender: ['state', 'again'] },
  script('react-ssr', 'react-ssr.jsx', { server: 'react-ssr.server.jsx', rerender: ['state'] }),
  script('react-document', 'react-document.jsx', {
    server: 'react-document.server.jsx',
    document: true,
    rerender: ['state'],
  }),
  script('vue-ssr', 'vue-ssr.js', { server: 'vue-ssr.server.js', rerender: ['state'] }),
];
