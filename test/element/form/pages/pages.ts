import { eventually } from '../../support/time.js';
import { FIELD, form, input, one, stand, submissions } from '../../support/page.js';
import type { Mount } from './frameworks.page.js';

/** A kind of page with a sign-up form: an e-mail field and the buttons `free` and `paid`. */
export interface Page {
  name: string;
  /**
   * Creates the page; returns the values that its form has been sent with so far, and a function that removes the page.
   */
  stand: (hold: number) => Promise<{ sent: () => Promise<unknown[]>; leave?: () => void }>;
  /** The value sent by Enter in the field (`free` by default), and by each button; null if no button is named. */
  enter?: string | null;
  sends?: Record<string, string | null>;
  /** True if the buttons are not the browser's own: no test removes or disables one during the hold. */
  custom?: boolean;
}

/** A form out of markup; the tests' own page keeps what it sends. */
const markup = (html: (field: string) => string): Page['stand'] => {
  return async (hold) => {
    const sent = submissions();
    await stand(html(`<email-verify hold="${hold}">${FIELD}</email-verify>`));
    return { sent: () => Promise.resolve(sent.map(({ data }) => data['plan'] ?? null)) };
  };
};

const BUTTONS = `<button name="plan" value="free">Free</button><button name="plan" value="paid">Paid</button>`;

export const plain: Page[] = [
  { name: 'a plain form', stand: markup((field) => `<form>${field}${BUTTONS}</form>`) },
  { name: 'a novalidate form', stand: markup((field) => `<form novalidate>${field}${BUTTONS}</form>`) },
  {
    name: 'a form with buttons of all kinds',
    stand: markup(
      (field) => `<form id="sign-up">${field}${BUTTONS}
        <button name="plan" value="gift" formaction="/gift" formmethod="post">Gift</button>
        <input type="submit" name="plan" value="club">
        <button type="button">Help</button></form>
        <button name="plan" value="far" form="sign-up">Far away</button>`,
    ),
    sends: { free: 'free', paid: 'paid', gift: 'gift', club: 'club', far: 'far' },
  },
  {
    name: 'a form whose input stands elsewhere',
    stand: markup((field) => `<form id="sign-up">${BUTTONS}</form>${field.replace('<input', '<input form="sign-up"')}`),
  },
];

let runs = 0;

/** A form that is really sent: into a frame. The server counts what it gets. */
const frame: Page = {
  name: 'a form with a target frame',
  stand: async (hold) => {
    const run = `${Date.now()}-${++runs}`;
    await stand(`<form action="/edge/landing" target="landing"><input type="hidden" name="run" value="${run}">
      <email-verify hold="${hold}">${FIELD}</email-verify>${BUTTONS}</form><iframe name="landing"></iframe>`);
    return { sent: async () => (await fetch(`/edge/landings?run=${run}`)).json() as Promise<unknown[]> };
  },
};

const dialog: Page = {
  name: 'a dialog',
  stand: async (hold) => {
    await stand(
      `<dialog><form method="dialog"><email-verify hold="${hold}">${FIELD}</email-verify>${BUTTONS}</form></dialog>`,
    );
    const closed: string[] = [];
    const box = one('dialog') as HTMLDialogElement;
    box.addEventListener('submit', (event) => {
      if (!event.defaultPrevented) closed.push((event.submitter as HTMLButtonElement).value);
    });
    box.showModal();
    return {
      sent: async () => {
        // The dialog says itself which button has closed it.
        if (closed.length) await eventually(() => box.open && Promise.reject(new Error('The dialog is still open.')));
        return Promise.resolve(closed.length ? [...closed.slice(0, -1), box.returnValue] : []);
      },
    };
  },
};

/** A custom element that submits its form, as design systems have them. */
class FancyButton extends HTMLElement {
  static readonly formAssociated = true;
  readonly #internals = this.attachInternals();
  connectedCallback(): void {
    this.addEventListener('click', () => {
      const target = this.#internals.form;
      const name = (event: Event): void => {
        Object.defineProperty(event, 'submitter', { value: this, configurable: true });
      };
      // Material Web names itself as the submitter, and gives its value for that moment.
      if (this.hasAttribute('named')) target?.addEventListener('submit', name, { capture: true, once: true });
      this.#internals.setFormValue(this.getAttribute('value'));
      target?.requestSubmit();
      this.#internals.setFormValue(null);
    });
  }
}
customElements.define('fancy-button', FancyButton);

/** A custom element that presses a button which is in the form for that moment only, as Shoelace does. */
class BriefButton extends HTMLElement {
  connectedCallback(): void {
    this.addEventListener('click', () => {
      const button = document.createElement('button');
      button.name = 'plan';
      button.value = this.getAttribute('value') ?? '';
      button.hidden = true;
      this.closest('form')?.append(button);
      button.click();
      button.remove();
    });
  }
}
customElements.define('brief-button', BriefButton);

/** Replaces the value of each submission by null, so that only their number counts. */
const counted =
  (page: Page['stand']): Page['stand'] =>
  async (hold) => {
    const { sent } = await page(hold);
    return { sent: async () => (await sent()).map(() => null) };
  };

const customButtons = (tag: string, more = ''): Page['stand'] =>
  markup(
    (field) =>
      `<form>${field}${['free', 'paid']
        .map((plan) => `<${tag} ${more} name="plan" value="${plan}">${plan}</${tag}>`)
        .join(' ')}</form>`,
  );

export const special: Page[] = [
  frame,
  dialog,
  {
    name: 'a form with custom buttons that name themselves as the submitter',
    stand: customButtons('fancy-button', 'named'),
    enter: null,
    custom: true,
  },
  {
    // Such a one leaves no trace in the event: what it gave the form for that moment is gone when the verdict is there.
    name: 'a form with custom buttons that name no submitter',
    stand: counted(customButtons('fancy-button')),
    enter: null,
    sends: { free: null, paid: null },
    custom: true,
  },
  {
    name: 'a form with custom buttons that press another one',
    stand: customButtons('brief-button'),
    enter: null,
    custom: true,
  },
];

/** A page of a framework. */
const mounted = (name: string, mount: Mount): Page => ({
  name,
  stand: async (hold) => {
    await stand('<div id="root"></div>');
    const sent: unknown[] = [];
    const leave = mount(one('#root'), hold, (plan) => sent.push(plan));
    await eventually(() => [form(), input()]);
    await customElements.whenDefined('email-verify');
    return { sent: () => Promise.resolve(sent), leave };
  },
});

export const frameworks = async (): Promise<Page[]> => {
  const pages = (await import(new URL('./frameworks.bundle.js', import.meta.url).href)) as Record<string, Mount>;
  return Object.entries(pages).map(([name, mount]) => mounted(name, mount));
};
