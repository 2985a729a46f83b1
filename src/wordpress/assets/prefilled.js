/**
 * With the setting "Refuse the form", an address that the server filled in needs a receipt too: of a commenter whom WordPress remembers, or of
 * a checkout that is opened again. It counts as entered when somebody uses its form.
 */
(function () {
  'use strict';

  const FORM = 'form, .wc-block-checkout, .nf-form-cont';
  const seen = new WeakSet();

  const enter = ({ target }) => {
    const form = target instanceof Element && target.closest(FORM);
    const { match } = window.emailVerify || {};
    for (const input of (form && match && form.querySelectorAll(match)) || []) {
      if (input.value && !seen.has(input)) {
        seen.add(input);
        input.dispatchEvent(new Event('change', { bubbles: true }));
      }
    }
  };

  // A click gives a button no focus in Safari.
  for (const type of ['focusin', 'pointerdown']) {
    window.addEventListener(type, enter, true);
  }
})();
