/**
 * The e-mail fields of forms that are sent without a `submit` event: the fields to check, their verdicts, and the
 * refusal of a form.
 */
(function () {
  'use strict';

  const HOLD_MS = 3000;
  const MAX_HOLD_MS = 600000;
  const MAX_BLOCKED = 50;

  const touched = new WeakSet();
  /** The values that were blocked last: a framework may mount the field again with the same value. */
  const blocked = new Set();
  /** The last verdict of each field. */
  const verdicts = new WeakMap();

  for (const type of ['input', 'change']) {
    window.addEventListener(type, ({ target }) => touched.add(target), true);
  }
  document.addEventListener('email-verify-verdict', (event) => {
    const { verdict, decision, receipt, target } = event;
    verdicts.set(target, { email: verdict.email, decision, receipt });
    if (decision === 'block') {
      if (blocked.size >= MAX_BLOCKED) {
        blocked.clear();
      }
      blocked.add(target.value);
    }
  });

  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

  /** Reads the setting `hold` as the element does: what is no number of milliseconds would be a timer that fires at once. */
  const holdMs = (value) => Math.min((value ?? '') !== '' && value >= 0 ? Number(value) : HOLD_MS, MAX_HOLD_MS);

  /** True if a person can correct the value. One that the server filled in and nobody changed passes, as in other forms. */
  const isChecked = (input) =>
    input.matches(window.emailVerify.match) &&
    !input.closest('[data-email-verify=off]') &&
    input.value !== '' &&
    input.willValidate &&
    input.getClientRects().length > 0 &&
    (touched.has(input) || blocked.has(input.value) || input.value !== input.defaultValue);

  window.emailVerifyFields = {
    wait,

    /** The fields of a form to check before it is sent; none while the script that checks them is not there. */
    of: (form) =>
      window.emailVerify && window.emailVerify.attach ? [...form.querySelectorAll('input')].filter(isChecked) : [],

    /** Waits for the verdict of a field, as long as the setting `hold` says. A failure, or none in time, is no verdict. */
    verdictOf: (input) => {
      const checked = (async () => {
        const element = await window.emailVerify.attach(input);
        const verdict = await (element && element.check());
        const last = verdicts.get(input);
        return verdict && last && last.email === verdict.email ? last : null;
      })();
      return Promise.race([checked.catch(() => null), wait(holdMs(window.emailVerify.hold)).then(() => null)]);
    },

    /** Moves the focus to a blocked field, and shows why it is blocked. */
    refuse: (input) => {
      input.focus();
      // The element answers `invalid` by its message.
      input.reportValidity();
    },
  };
})();
