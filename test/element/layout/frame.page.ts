/** Runs in the frame: the element, and a page that answers its checks. */
import type { OptionValues } from '../../../src/element/attach.js';
import type { EmailVerifyElement } from '../../../src/element/index.js';
import { attach } from '../../../src/element/attach.js';
import type { Verdict } from '../../../src/protocol/index.js';

declare global {
  interface Window {
    /** Binds the element to an input of the frame. */
    attachEmailVerify?: (input: HTMLInputElement, values?: OptionValues) => EmailVerifyElement | null;
  }
}

const verdict = (email: string): Verdict => ({
  email,
  status: 'valid',
  quality: 'unknown',
  sub_status: [],
  did_you_mean: null,
});

/** Verdicts by the domain of the address. All other addresses are valid. */
const FOUND: Record<string, Partial<Verdict>> = {
  'nodomain.example': { status: 'invalid', sub_status: ['domain_not_found'] },
  'catch-all.example': { status: 'risky', sub_status: ['catch_all'] },
  'gamil.org': { status: 'risky', sub_status: ['possible_typo'] },
};

document.documentElement.addEventListener('email-verify-check', (event) => {
  const { email } = event;
  const [, domain = ''] = email.split('@');
  const answer = { ...verdict(email), ...FOUND[domain], receipt: `receipt for ${email}` };
  const { delay } = document.documentElement.dataset;
  event.respondWith(delay ? new Promise((resolve) => setTimeout(resolve, Number(delay), answer)) : answer);
});

window.attachEmailVerify = attach;
