/// <reference types="mocha" />
import '../../../src/element/define.js';
import type { EmailVerifyElement } from '../../../src/element/index.js';
import type { Status, Verdict } from '../../../src/protocol/index.js';

/** The page under test: what stands in it, what it answers, and what its form sends. */

let place: HTMLElement;
/** Something to go on to: from the last thing of a page, Tab leads into the browser's own bars, or nowhere. */
const end = document.createElement('button');
end.textContent = 'The end';
let listening: AbortController;

/** Frameworks may hydrate a page until then: the element writes nothing at the input before. */
const HYDRATED_MS = 600;

before(async () => {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => {
      window.addEventListener('load', resolve);
    });
  const [{ loadEventEnd }] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming];
  const since = performance.now() - (loadEventEnd || performance.now());
  await new Promise((resolve) => setTimeout(resolve, HYDRATED_MS - since));
});

beforeEach(() => {
  listening = new AbortController();
  place = document.createElement('main');
  document.body.append(place, end);
});

afterEach(() => {
  listening.abort();
  place.remove();
  end.remove();
});

/** Sets markup into the page, until the test ends; resolves when the elements in it have drawn themselves. */
export const stand = async (markup: string): Promise<void> => {
  place.innerHTML = markup;
  await Promise.all([...place.querySelectorAll('email-verify')].map((host) => host.updateComplete));
};

export const FIELD = `<label>Email <input type="email" name="email" autocomplete="email"></label>`;

/** Times that end in no test, for the driver may pause between two commands. */
export const PATIENT = 'hold="60000" timeout="60000"';

/**
 * A sign-up form: the element with these attributes around a field, two buttons, and what else is given. The element is
 * patient where the attributes do not say otherwise: of duplicates the first counts.
 */
export const standForm = (attributes = '', { field = FIELD, form = '', more = '' } = {}): Promise<void> =>
  stand(`<form ${form}>
    <email-verify ${attributes} ${PATIENT}>${field}</email-verify>
    <button name="plan" value="free">Free</button>
    <button name="plan" value="paid">Paid</button>
    ${more}
  </form>`);

/** The one node that a selector finds. */
export const one = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`There is no ${selector}.`);
  return found;
};

export const element = (): EmailVerifyElement => {
  const found = document.querySelector('email-verify');
  if (!found) throw new Error('There is no element.');
  return found;
};
export const input = (): HTMLInputElement => one('input[name=email]') as HTMLInputElement;
/** Makes the field controlled, as React does: the attribute, which stands for the server's value, follows each key. */
export const control = (field = input()): void => {
  field.addEventListener('input', () => {
    field.setAttribute('value', field.value);
  });
};
export const form = (): HTMLFormElement => one('form') as HTMLFormElement;
export const button = (value = 'free'): HTMLButtonElement => one(`button[value=${value}]`) as HTMLButtonElement;

/** A node of the element's own tree, or null while it is not shown. */
export const part = (name: string, host: Element = element()): HTMLElement | null => {
  const found = host.shadowRoot?.querySelector<HTMLElement>(`[part=${name}]`);
  return found?.checkVisibility() ? found : null;
};

const textOf = (node: Element | null | undefined): string => (node?.textContent ?? '').replace(/\s+/g, ' ').trim();

/** The visible message, the tone of the sign, and the suggestion; `""` for each that is not visible. */
export const line = (host: Element = element()): string =>
  [...(host.shadowRoot?.querySelectorAll('[part=message]') ?? [])]
    .filter((node) => node.checkVisibility())
    .map(textOf)
    .join(' ');
export const tone = (host?: Element): string => part('sign', host)?.className ?? '';
export const suggestion = (host?: Element): string => textOf(part('suggestion-text', host));
/** The node that assistive technology listens to, and its words. */
export const statusNode = (host: Element = element()): HTMLElement | null => host.querySelector('[role=status]');
export const spoken = (host?: Element): string => textOf(statusNode(host));

export const verdict = (email: string, status: Status, more: Partial<Verdict> = {}): Verdict => ({
  email,
  status,
  quality: 'unknown',
  sub_status: [],
  did_you_mean: null,
  ...more,
});

/** Listens to an event until the test ends; gives back all of them. */
export const events = <K extends keyof HTMLElementEventMap>(
  type: K,
  act: (event: HTMLElementEventMap[K]) => void = () => undefined,
): HTMLElementEventMap[K][] => {
  const seen: HTMLElementEventMap[K][] = [];
  document.addEventListener(
    type,
    (event) => {
      seen.push(event);
      act(event);
    },
    { signal: listening.signal },
  );
  return seen;
};

/** Answers every check: with a status, or with what the function gives. Gives back what was asked. */
export const answerWith = (answer: Status | ((email: string) => Verdict | Promise<Verdict>)): string[] => {
  const asked: string[] = [];
  events('email-verify-check', (event) => {
    const { email } = event;
    asked.push(email);
    event.respondWith(typeof answer === 'function' ? answer(email) : verdict(email, answer));
  });
  return asked;
};

/** Checks that the test answers when it likes. */
export const answerLater = (): { asked: string[]; answer: (status: Status, more?: Partial<Verdict>) => void } => {
  const open: ((status: Status, more?: Partial<Verdict>) => void)[] = [];
  const asked = answerWith(
    (email) =>
      new Promise((resolve) => {
        open.push((status, more) => {
          resolve(verdict(email, status, more));
        });
      }),
  );
  return {
    asked,
    answer: (status, more) => {
      open.at(-1)?.(status, more);
    },
  };
};

export interface Submission {
  form: HTMLFormElement;
  submitter: HTMLElement | null;
  data: Record<string, FormDataEntryValue>;
}

/** Collects the submissions of the page's forms from now on, and prevents them: the tests' page stays. */
export const submissions = (): Submission[] => {
  const sent: Submission[] = [];
  window.addEventListener(
    'submit',
    (event) => {
      if (event.defaultPrevented) return;
      event.preventDefault();
      const { submitter } = event;
      const native = submitter?.matches('button, input') ? submitter : null;
      const form = event.target as HTMLFormElement;
      const data = new FormData(form, native);
      sent.push({ form, submitter, data: Object.fromEntries(data) });
    },
    { signal: listening.signal },
  );
  return sent;
};
