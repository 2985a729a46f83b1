/** A control for every option of the element. The page's URL stores the chosen values. */
import { paint } from './highlight.js';
import { BUBBLE_ONLY, DIALECTS, snippet } from './snippet.js';

const LANGUAGES = 'en de fr es it pt-BR nl pl sv tr ru uk ar he hi ja ko zh-CN'.split(' ');

const nativeNames = () =>
  Object.fromEntries(
    LANGUAGES.map((code) => [code, new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code]),
  );

/**
 * On a static host there is no edge: `samples.js` answers in the page, and the code names an edge that is to be
 * replaced.
 */
const isStatic = document.documentElement.hasAttribute('data-static');
const EDGE = isStatic ? 'https://verify.example/verify/' : '/verify/';

/**
 * The controls, by group.
 * - `standard`: the element's default; without it, the first choice.
 * - `start`: this page's initial value, if it differs from the default.
 * - `kind`: `form` for an attribute of the form or the input, `page` for a setting of this page, unset for an
 *   attribute of the element or a custom property.
 */
const GROUPS = {
  Checks: [
    {
      name: 'endpoint',
      label: 'Who checks',
      choices: isStatic ? { [EDGE]: 'Sample verdicts' } : { [EDGE]: 'This server', '': 'None' },
      standard: '',
      start: EDGE,
    },
    { name: 'typos', label: 'Typos', choices: { fix: 'Fix', suggest: 'Suggest', off: 'Off' } },
    { name: 'validate-on', label: 'Check', choices: { input: 'Typing', blur: 'Leaving', submit: 'Sending' } },
    {
      name: 'privacy',
      label: 'Sent early',
      choices: { off: 'Address', 'hashed-domain': 'Domain', local: 'Nothing' },
    },
    { name: 'debounce', label: 'Wait', unit: 'ms', standard: '400', step: 100, hint: 'after the last key' },
    { name: 'timeout', label: 'Give up', unit: 'ms', standard: '5000', step: 500, hint: 'after' },
    { name: 'hold', label: 'Hold the form', unit: 'ms', standard: '3000', step: 500, hint: 'at most' },
  ],
  Rules: [
    { name: 'block', label: 'Block', standard: 'invalid', hint: 'statuses, codes' },
    { name: 'warn', label: 'Warn of', standard: 'risky', hint: 'statuses, codes' },
    { name: 'allow-domains', label: 'Always allow', standard: '', hint: 'domains', example: 'partner.com' },
    { name: 'when-unavailable', label: 'If the check fails', choices: { allow: 'Allow', block: 'Block' } },
    { name: 'override', label: 'Let pass at the second try', flag: true },
  ],
  Appearance: [
    { name: 'placement', label: 'Placement', choices: { line: 'Line', bubble: 'Bubble' }, start: 'bubble' },
    { name: 'message-target', label: 'Errors', choices: { '': 'Ours', 'email-error': 'Own line' } },
    { name: 'lang', label: 'Language', choices: { '': 'Page’s language', ...nativeNames() }, list: true },
    {
      name: '--email-verify-radius',
      label: 'Radius',
      choices: { '0px': '0', '': 'Auto', '16px': '16 px' },
      standard: '',
    },
    {
      name: '--email-verify-accent',
      label: 'Accent',
      colours: { '': 'This page’s', '#2b7a5b': 'Green', '#2f6fde': 'Blue', '#c2410c': 'Orange', '#a23b9c': 'Purple' },
    },
    { name: 'scheme', label: 'Colours', choices: { '': 'System', light: 'Light', dark: 'Dark' }, kind: 'page' },
  ],
  Form: [
    { name: 'required', label: 'Required', flag: true, standard: 'on', kind: 'form' },
    { name: 'novalidate', label: 'Without the browser’s bubbles', flag: true, kind: 'form' },
  ],
};

/** On a phone, the groups are closed: the form stays near. */
const isNarrow = matchMedia('(max-width: 40rem)').matches;

const ALL = Object.values(GROUPS).flat();
const isProperty = ({ name }) => name.startsWith('--');
const OPTIONS = ALL.filter((option) => !option.kind && !isProperty(option));
const PROPERTIES = ALL.filter(isProperty);

const form = document.querySelector('#sign-up');
const element = form.querySelector('email-verify');
const input = form.querySelector('[name=email]');
const controls = document.querySelector('#controls');
const dialects = document.querySelector('#dialects');
const code = document.querySelector('#snippet code');
const note = document.querySelector('#note');
const copied = document.querySelector('#copied');

const make = (tag, properties = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
};

const standardOf = ({ standard, choices, colours, flag }) =>
  standard ?? (flag ? '' : Object.keys(choices ?? colours)[0]);
const startOf = (option) => option.start ?? standardOf(option);

/** Radio buttons, styled as one segmented control. */
const radios = (name, choices, checked) =>
  Object.entries(choices).map(([value, text]) =>
    make(
      'label',
      {},
      make('input', { type: 'radio', name, value, defaultChecked: value === checked }),
      make('span', { textContent: text }),
    ),
  );

const swatches = ({ name, colours }) =>
  Object.entries(colours).map(([value, text]) => {
    const dot = make('span', { className: value ? 'swatch' : 'swatch auto', title: text });
    if (value) dot.style.setProperty('--swatch', value);
    const radio = make('input', { type: 'radio', name, value, ariaLabel: text, defaultChecked: value === '' });
    return make('label', {}, radio, dot);
  });

const controlFor = (option) => {
  const { name, label, choices, colours, list, flag, unit, step, hint, example } = option;
  const title = make('span', { className: 'label', textContent: label, id: `label-${name}` });
  if (flag) return make('label', { className: 'check' }, make('input', { type: 'checkbox', name, value: 'on' }), title);
  if (colours || (choices && !list)) {
    const group = make('div', { className: colours ? 'swatches' : 'segments', role: 'radiogroup' });
    group.setAttribute('aria-labelledby', title.id);
    group.append(...(colours ? swatches(option) : radios(name, choices, startOf(option))));
    return make('div', { className: 'control' }, title, group);
  }
  let control;
  if (list) {
    const entries = Object.entries(choices);
    control = make('select', { name }, ...entries.map(([value, text]) => make('option', { value, textContent: text })));
  } else if (unit) control = make('input', { type: 'number', name, min: 0, max: 60_000, step, inputMode: 'numeric' });
  else control = make('input', { name, placeholder: example ?? 'None', spellcheck: false, autocapitalize: 'off' });
  if (hint) {
    title.append(' ', make('span', { className: 'hint', textContent: hint }));
  }
  return make('label', { className: unit ? 'control unit' : 'control' }, title, control);
};

const set = (name, value) => {
  const control = controls.elements[name];
  if (control.type === 'checkbox') control.checked = value === 'on';
  else if (control.type) control.value = value;
  // Setting RadioNodeList.value ignores a value that no button has; Chromium also ignores an empty value.
  else for (const radio of control) radio.checked ||= radio.value === value;
};

const get = (name) => {
  const control = controls.elements[name];
  return control.type === 'checkbox' ? (control.checked ? 'on' : '') : control.value;
};

/** The options that differ from the element's defaults, with their values. An empty number field means the default. */
const chosen = (options) =>
  options
    .map((option) => [option, get(option.name)])
    .filter(([option, value]) => value !== standardOf(option) && !(option.unit && value === ''));

const setAttribute = (node, name, value, flag = false) => {
  if (flag) node.toggleAttribute(name, value === 'on');
  else if (value === null) node.removeAttribute(name);
  else if (node.getAttribute(name) !== value) node.setAttribute(name, value);
};

const apply = () => {
  const different = new Map(chosen(OPTIONS).map(([{ name }, value]) => [name, value]));
  if (isStatic) different.delete('endpoint');
  for (const { name, flag } of OPTIONS) setAttribute(element, name, different.get(name) ?? (flag ? '' : null), flag);
  const language = get('lang');
  const { direction } = new Intl.Locale(language || 'en').textInfo ?? {};
  setAttribute(form, 'dir', direction === 'rtl' || ['ar', 'he'].includes(language) ? 'rtl' : null);
  setAttribute(input, 'required', get('required'), true);
  setAttribute(form, 'novalidate', get('novalidate'), true);
  document.documentElement.style.colorScheme = get('scheme');
  for (const option of PROPERTIES) {
    const value = get(option.name);
    element.style.setProperty(option.name, value === standardOf(option) ? '' : value);
  }
  write();
};

const write = () => {
  const dialect = dialects.querySelector(':checked').value;
  const { language, note: whereTo } = DIALECTS[dialect];
  const text = snippet(dialect, {
    attributes: chosen(OPTIONS).map(([{ name, flag }, value]) => {
      if (flag) return [name, true];
      return [name, name === 'endpoint' ? new URL(value, location.href).href : value];
    }),
    styles: chosen(PROPERTIES).map(([{ name }, value]) => [name, value]),
    required: get('required') === 'on',
    novalidate: get('novalidate') === 'on',
    script: new URL('email-verify.js', location.href).href,
  });
  paint(code, text, language);
  note.textContent =
    get('placement') === 'line' && BUBBLE_ONLY.includes(dialect)
      ? 'The script tag always uses a bubble. For a line under the field, use HTML, React or Vue.'
      : whereTo;
  const kept = new URLSearchParams(
    ALL.map((option) => [option.name, get(option.name), startOf(option)])
      .filter(([, value, start]) => value !== start)
      .map(([name, value]) => [name, value]),
  );
  history.replaceState(null, '', kept.size ? `?${kept}` : location.pathname);
};

const restore = (kept) => {
  for (const option of ALL) {
    set(option.name, startOf(option));
    if (kept.has(option.name)) set(option.name, kept.get(option.name));
  }
};

controls.append(
  ...Object.entries(GROUPS).map(([name, options]) =>
    make(
      'details',
      { open: name === 'Checks' || !isNarrow },
      make('summary', { textContent: name }),
      make('fieldset', { ariaLabel: name }, ...options.map(controlFor)),
    ),
  ),
);
const labels = Object.fromEntries(Object.entries(DIALECTS).map(([name, { label }]) => [name, label]));
dialects.append(...radios('dialect', labels, 'script'));
restore(new URLSearchParams(location.search));
apply();

controls.addEventListener('input', apply);
controls.addEventListener('submit', (event) => event.preventDefault());
dialects.addEventListener('change', write);
document.querySelector('#reset').addEventListener('click', () => {
  restore(new URLSearchParams());
  apply();
});

let copiedFor = 0;
document.querySelector('#copy').addEventListener('click', async () => {
  try {
    await navigator.clipboard.writeText(code.textContent);
    copied.textContent = 'Copied';
  } catch {
    // No permission or no secure context: select the code instead.
    getSelection().selectAllChildren(code);
    copied.textContent = 'Selected. Press Ctrl+C';
  }
  clearTimeout(copiedFor);
  copiedFor = setTimeout(() => (copied.textContent = ''), 4000);
});
