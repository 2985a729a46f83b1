/**
 * Forms that are sent by a click, without a `submit` event: WooCommerce's checkout block and Ninja Forms. The click is
 * held until the address has its verdict, three seconds at most, and then repeated; the receipt goes into what the
 * form's own script sends.
 */
(function () {
  'use strict';

  const FIELD = 'email-verification';
  /** The longest wait for a button that is disabled or replaced after the verdict, as by WooCommerce while it calculates. */
  const BUTTON_MS = 10000;
  const LOOK_MS = 50;

  /** The kinds of form: selectors of the form and its button, and a function that sends the receipt with the form. */
  const FORMS = [
    {
      form: '.wc-block-checkout',
      button: '.wc-block-components-checkout-place-order-button',
      deliver: (form, receipt) => {
        orderReceipt = receipt;
      },
    },
    {
      form: '.nf-form-cont',
      button: '.submit-container input, .submit-container button',
      deliver: (form, receipt) => {
        // The second copy of a form in a page has the id `3_2`.
        const id = (/^nf-form-(\w+)-cont$/.exec(form.id) || [])[1];
        window.nfRadio.channel('form-' + id).request('add:extra', FIELD, receipt);
      },
    },
  ];

  const fields = window.emailVerifyFields;
  let orderReceipt = '';
  /** The click that is held, with its field. */
  let held = null;
  let isReplay = false;

  /** The button of the form, which may have been rendered anew. Null while it takes no click. */
  const readyButton = (kind, form, button) => {
    const current = form.isConnected ? form : document.querySelector(form.id ? '#' + CSS.escape(form.id) : kind.form);
    const found = button.isConnected ? button : current && current.querySelector(kind.button);
    return found && !found.disabled && found.getAttribute('aria-disabled') !== 'true' ? found : null;
  };

  const hold = async (kind, form, button, input) => {
    const own = { input };
    held = own;
    const verdict = await fields.verdictOf(input);
    if (held === own && verdict && verdict.decision === 'block') {
      held = null;
      fields.refuse(input);
      return;
    }
    const until = performance.now() + BUTTON_MS;
    let ready = readyButton(kind, form, button);
    while (held === own && !ready && performance.now() < until) {
      await fields.wait(LOOK_MS);
      ready = readyButton(kind, form, button);
    }
    // Cancelled by an edit.
    if (held !== own) {
      return;
    }
    held = null;
    kind.deliver(form, (verdict && verdict.receipt) || '');
    isReplay = true;
    (ready || button).click();
    isReplay = false;
  };

  window.addEventListener(
    'click',
    (event) => {
      if (isReplay) {
        return;
      }
      for (const kind of FORMS) {
        const button = event.target.closest(kind.button);
        const form = button && button.closest(kind.form);
        const [input] = form ? fields.of(form) : [];
        if (input) {
          event.preventDefault();
          event.stopImmediatePropagation();
          // A second click while the first is held is a double click.
          if (!held) {
            hold(kind, form, button, input);
          }
          return;
        }
      }
    },
    true,
  );

  // A person who edits the address has not finished. The element's own fix of a typo is not trusted, and no edit.
  window.addEventListener(
    'input',
    ({ target, isTrusted }) => {
      if (held && isTrusted && target === held.input) {
        held = null;
      }
    },
    true,
  );

  // Adds the receipt to an order that the checkout block sends.
  window.wp.apiFetch.use((options, next) => {
    const isOrder = options.method === 'POST' && /^\/wc\/store(\/v\d+)?\/checkout/.test(options.path || '');
    if (!isOrder || !orderReceipt || !options.data) {
      return next(options);
    }
    const extensions = { ...options.data.extensions, 'email-verify-element': { receipt: orderReceipt } };
    return next({ ...options, data: { ...options.data, extensions } });
  });
})();
