import assert from './support/assert.js';
import { answerWith, button, element, stand, standForm, submissions } from './support/page.js';
import { click, typeAddress } from './support/person.js';
import { eventually } from './support/time.js';

const OPTIONS = {
  endpoint: '/edge/',
  for: 'elsewhere',
  typos: 'off',
  'validate-on': 'submit',
  outcomes: 'off',
  holdout: '5',
  ownership: 'b1946ac92492d2347c6235b4d2611184',
  debounce: '1',
  timeout: '1',
  hold: '1',
  'when-unavailable': 'block',
  block: 'risky',
  warn: 'unknown',
  'allow-domains': 'harbour-shop.com',
  override: '',
};

const PROPERTIES = [
  ...[
    'endpoint',
    'htmlFor',
    'typos',
    'validateOn',
    'outcomes',
    'holdout',
    'ownership',
    'debounce',
    'timeout',
    'hold',
    'whenUnavailable',
  ],
  ...['block', 'warn', 'allowDomains', 'override', 'debug', 'messages'],
] as const;

const values = (): unknown[] => PROPERTIES.map((name) => Reflect.get(element(), name) as unknown);

describe('an option', () => {
  it('is what it was at first when its attribute is taken away', async () => {
    await stand('<email-verify></email-verify>');
    const first = values();
    for (const [name, value] of Object.entries(OPTIONS)) element().setAttribute(name, value);
    assert.notDeepEqual(values(), first);
    for (const name of Object.keys(OPTIONS)) element().removeAttribute(name);
    assert.deepEqual(values(), first);
  });

  it('is what it was at first when a framework has no value for it', async () => {
    await stand('<email-verify></email-verify>');
    const first = values();
    for (const nothing of [null, undefined]) {
      for (const name of PROPERTIES) Reflect.set(element(), name, nothing);
      assert.deepEqual(values(), first);
    }
  });

  it('that is no text keeps no form', async () => {
    answerWith('valid');
    const sent = submissions();
    await standForm();
    Reflect.set(element(), 'block', ['invalid']);
    Reflect.set(element(), 'warn', 1);
    await typeAddress('anna@harbour-shop.com');
    await click(button('paid'));
    await eventually(() => {
      assert.deepEqual(
        sent.map(({ data }) => data['plan']),
        ['paid'],
      );
    });
  });
});
