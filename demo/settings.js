/** Every option of the element as a control; the page's address keeps what was chosen. */
import { snippet, DIALECTS } from './snippet.js';

const LANGUAGES = 'en de fr es it pt-BR nl pl sv tr ru uk ar he hi ja ko zh-CN'.split(' ');

/** The attributes of the element: their defaults, and how they are chosen. */
const OPTIONS = [
  { name: 'endpoint', label: 'Edge', choices: { '/verify/': 'this one', '': 'none: local checks only' }, standard: '' },
  { name: 'typos', label: 'Slips of the keyboard', choices: ['fix', 'suggest', 'off'] },
  { name: 'validate-on', label: 'Check on', choices: ['input', 'blur', 'submit'] },
  { name: 'debounce', label: 'Wait after the last key', unit: 'ms', standard: '400', step: 100 },
  { name: 'timeout', label: 'A check may take', unit: 'ms', standard: '5000', step: 500 },
  { name: 'hold', label: 'The form may wait', unit: 'ms', standard: '3000', step: 500 },
  { name: 'on-unavailable', label: 'When it cannot be checked', choices: ['allow', 'block'] },
  { name: 'block', label: 'Block', standard: 'invalid', hint: 'statuses, qualities, codes' },
  { name: 'warn', label: 'Warn of', standard: 'risky', hint: 'statuses, qualities, codes' },
  { name: 'allow-domains', label: 'Always allow', standard: '', hint: 'domains' },
  { name: 'override', label: '“Use it anyway” at the second press', flag: true },
  { name: 'lang', label: 'Language', choices: { '': 'the page’s', ...nativeNames() } },
];

/** What is not the element's: the form around it, and its looks. */
const AROUND = [
  { name: 'required', label: 'The field is required', flag: true, standard: true },
  { name: 'novalidate', label: 'The form has novalidate', flag: true },
  { name: 'scheme', label: 'Colours', choices: { '': 'as the system', light: 'light', dark: 'dark' } },
  { name: '--email-verify-accent', label: 'Accent', colour: '#1f5f4a' },
  { name: '--email-verify-radius', label: 'Radius', choices: { '': '8 px', '0px': '0', '16px': '16 px' } },
];

function nativeNames() {
  return Object.fromEntries(
    LANGUAGES.map((code) => [code, new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code]),
  );
}

const form = document.querySelector('#sign-up');
const element = form.querySelector('email-verify');
const input = form.querySelector('[name=email]');
const controls = document.querySelector('#controls');
const dialects = document.querySelector('#dialects');
const code = document.querySelector('#snippet code');
const copied = document.querySelector('#copied');

const make = (tag, properties = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
};

const standardOf = ({ standard, choices, flag, colour }) => {
  if (standard !== undefined) return String(standard === true ? 'on' : standard);
  if (flag) return '';
  return colour ?? (Array.isArray(choices) ? choices[0] : Object.keys(choices)[0]);
};

const controlFor = (option) => {
  const { name, label, choices, flag, unit, step, hint, colour } = option;
  if (flag) {
    const box = make('input', { type: 'checkbox', name, value: 'on' });
    return make('label', { className: 'check' }, box, label);
  }
  let control;
  if (choices) {
    const entries = Array.isArray(choices) ? choices.map((choice) => [choice, choice]) : Object.entries(choices);
    control = make('select', { name }, ...entries.map(([value, text]) => make('option', { value, textContent: text })));
  } else if (unit) control = make('input', { type: 'number', name, min: 0, max: 60000, step });
  else if (colour) control = make('input', { type: 'color', name });
  else control = make('input', { name, placeholder: hint, spellcheck: false, autocapitalize: 'off' });
  return make('label', {}, make('span', { textContent: unit ? `${label}, ${unit}` : label }), control);
};

const ALL = [...OPTIONS, ...AROUND];

const set = (name, value) => {
  const control = controls.elements[name];
  if (control.type === 'checkbox') control.checked = value === 'on';
  else control.value = value;
};

const get = (name) => {
  const control = controls.elements[name];
  if (control.type === 'checkbox') return control.checked ? 'on' : '';
  // An empty number would be none: the element keeps its default.
  return control.value;
};

/** What differs from the defaults. */
const chosen = (options) =>
  options.map((option) => [option, get(option.name)]).filter(([option, value]) => value !== standardOf(option));

const attribute = (node, name, value, flag = false) => {
  if (flag) node.toggleAttribute(name, value === 'on');
  else if (value === null) node.removeAttribute(name);
  else node.setAttribute(name, value);
};

const apply = () => {
  const different = new Map(chosen(OPTIONS).map(([{ name }, value]) => [name, value]));
  for (const { name, flag } of OPTIONS) attribute(element, name, different.get(name) ?? (flag ? '' : null), flag);
  const { direction } = new Intl.Locale(get('lang') || 'en').textInfo ?? {};
  attribute(element, 'dir', direction === 'rtl' || ['ar', 'he'].includes(get('lang')) ? 'rtl' : null);
  attribute(input, 'required', get('required'), true);
  attribute(form, 'novalidate', get('novalidate'), true);
  document.documentElement.style.colorScheme = get('scheme');
  const looks = new Map(chosen(AROUND).map(([{ name }, value]) => [name, value]));
  for (const { name } of AROUND) {
    if (name.startsWith('--')) element.style.setProperty(name, looks.get(name) ?? '');
  }
  write();
};

const write = () => {
  const attributes = chosen(OPTIONS).map(([{ name, flag }, value]) => [name, flag ? true : value]);
  const styles = chosen(AROUND).filter(([{ name }]) => name.startsWith('--'));
  const dialect = dialects.querySelector(':checked').value;
  code.textContent = snippet(dialect, {
    attributes: attributes.map(([name, value]) => [
      name,
      name === 'endpoint' ? new URL(value, location.href).href : value,
    ]),
    styles: styles.map(([{ name }, value]) => [name, value]),
    required: get('required') === 'on',
    novalidate: get('novalidate') === 'on',
    script: new URL('/email-verify.js', location.href).href,
  });
  const kept = new URLSearchParams(chosen(ALL).map(([{ name }, value]) => [name, value]));
  // The edge of this page is the default here, though not the element's.
  if (get('endpoint') === '/verify/') kept.delete('endpoint');
  else kept.set('endpoint', '');
  history.replaceState(null, '', kept.size ? `?${kept}` : location.pathname);
};

const restore = (kept) => {
  for (const option of ALL) set(option.name, kept.get(option.name) ?? standardOf(option));
  set('endpoint', kept.get('endpoint') ?? '/verify/');
};

controls.append(
  make('fieldset', {}, make('legend', { textContent: 'The element' }), ...OPTIONS.map(controlFor)),
  make('fieldset', {}, make('legend', { textContent: 'Around it' }), ...AROUND.map(controlFor)),
);
dialects.append(
  ...Object.entries(DIALECTS).map(([value, label], index) =>
    make('label', {}, make('input', { type: 'radio', name: 'dialect', value, defaultChecked: index === 0 }), label),
  ),
);
restore(new URLSearchParams(location.search));
apply();

controls.addEventListener('input', apply);
controls.addEventListener('submit', (event) => event.preventDefault());
dialects.addEventListener('change', write);
document.querySelector('#defaults').addEventListener('click', () => {
  restore(new URLSearchParams());
  apply();
});
document.querySelector('#copy').addEventListener('click', async () => {
  try {
    await navigator.clipboard.writeText(code.textContent);
    copied.textContent = 'Copied.';
  } catch {
    // No permission, or no safe context: the text is selected instead.
    getSelection().selectAllChildren(code);
    copied.textContent = 'Selected: press Ctrl+C.';
  }
  setTimeout(() => (copied.textContent = ''), 4000);
});
