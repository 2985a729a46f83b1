/**
 * Fluent Forms sends the inputs inside its form, without those that name the form by their `form` attribute, as the
 * receipt's does: it gets a copy inside.
 */
(function () {
  'use strict';

  const FIELD = 'email-verification';
  const copies = new WeakMap();

  // A submission that is held for the check gets no further than the window. Fluent Forms reads the form at the document.
  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target;
      if (!form.matches('.frm-fluent-form')) {
        return;
      }
      const old = copies.get(form);
      if (old) {
        old.remove();
      }
      const receipt = [...form.elements].find(({ name }) => name === FIELD);
      if (receipt && !form.contains(receipt)) {
        const copy = receipt.cloneNode();
        copy.removeAttribute('form');
        form.append(copy);
        copies.set(form, copy);
      }
    },
    true,
  );
})();
