/**
 * With the setting "Refuse the form", an address that the server filled in needs a receipt too: of a commenter whom
 * WordPress remembers, or of a checkout that is opened again. It counts as entered when somebody uses its form.
 */
(function () {
  'use strict';

  /** Forms whose scripts keep their values, and are asked by buttons.js. */
  const KEPT = '.wc-block-checkout, .nf-form-cont';
  const seen = new WeakSet();

  /** The element leaves the server's value alone, which is the default value, whatever events scripts dispatch. */
  const makeEntered = (input) => {
    const { value, defaultValue } = input;
    input.defaultValue = '';
    input.value = value;
    // Dispatched before the values are reset.
    const restore = () => {
      input.defaultValue = defaultValue;
      seen.delete(input);
    };
    input.form.addEventListener('reset', restore, { capture: true, once: true });
  };

  const enter = ({ target }) => {
    const form = target instanceof Element && target.closest(`form, ${KEPT}`);
    const { match } = window.emailVerify || {};
    for (const input of (form && match && form.querySelectorAll(match)) || []) {
      if (input.value && !seen.has(input)) {
        seen.add(input);
        if (input.form && !input.closest(KEPT)) {
          makeEntered(input);
        }
        input.dispatchEvent(new Event('change', { bubbles: true }));
      }
    }
  };

  // A click gives a button no focus in Safari.
  for (const type of ['focusin', 'pointerdown']) {
    window.addEventListener(type, enter, true);
  }
})();
