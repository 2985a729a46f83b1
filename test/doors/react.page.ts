/** Pages of a site that uses React; bundled for the browser by `bundles.mjs`. */
import { createElement as h, StrictMode, useState, type ReactElement } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import type { EmailVerifyVerdictEvent } from '../../src/element/index.js';
import { EmailVerify } from '../../src/react/index.js';

export interface Seen {
  verdicts: string[];
  errors: string[];
  /** What the form's action was called with. */
  sent: Record<string, FormDataEntryValue>[];
}

const SignUp = ({ seen }: { seen: Seen }): ReactElement => {
  const [email, setEmail] = useState('');
  return h(
    'form',
    {
      action: (data: FormData) => {
        seen.sent.push(Object.fromEntries(data));
      },
    },
    h(
      EmailVerify,
      {
        className: 'field',
        lang: 'de',
        style: { '--email-verify-accent': 'rebeccapurple' },
        validateOn: 'blur',
        debounce: 100,
        onVerdict: ({ verdict }: EmailVerifyVerdictEvent) => seen.verdicts.push(verdict.status),
      },
      h(
        'label',
        null,
        'Email ',
        h('input', {
          type: 'email',
          name: 'email',
          value: email,
          onChange: ({ target }: { target: HTMLInputElement }) => {
            setEmail(target.value);
          },
        }),
      ),
    ),
    h('output', null, email),
    h('button', { name: 'plan', value: 'free' }, 'Free'),
    h('button', { name: 'plan', value: 'paid' }, 'Paid'),
  );
};

const page = (seen: Seen): ReactElement => h(StrictMode, null, h(SignUp, { seen }));
const tell = (seen: Seen) => ({
  onRecoverableError: (error: unknown) => seen.errors.push(String(error)),
  onUncaughtError: (error: unknown) => seen.errors.push(String(error)),
});

export const serverHtml = (): string => renderToString(page({ verdicts: [], errors: [], sent: [] }));

export const render = (container: Element, seen: Seen): (() => void) => {
  const root = createRoot(container, tell(seen));
  root.render(page(seen));
  return () => {
    root.unmount();
  };
};

export const hydrate = (container: Element, seen: Seen): (() => void) => {
  const root = hydrateRoot(container, page(seen), tell(seen));
  return () => {
    root.unmount();
  };
};
