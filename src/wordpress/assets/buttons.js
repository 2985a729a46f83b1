/**
 * Forms that are sent by a click, without a `submit` event: WooCommerce's checkout block and Ninja Forms. The click is held until the
 * address has its verdict, three seconds at most, and then repeated; the receipt goes into what the form's own script sends.
 */
(function () {
  'use strict';

  const FIELD = 'email-verification';
  const HOLD_MS = 3000;

  /** What a form is, and how its receipt is sent. */
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

  /** The last verdict of each field. */
  const verdicts = new WeakMap();
  let orderReceipt = '';
  let held = null;
  let isReplay = false;

  document.addEventListener('email-verify-verdict', (event) => {
    const { verdict, decision, receipt } = event;
    verdicts.set(event.target, { email: verdict.email, decision, receipt });
  });

  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

  /** Waits for the verdict of a field. A failure, or none in time, is no verdict. */
  const verdictOf = async (input) => {
    const checked = (async () => {
      const element = await window.emailVerify.attach(input);
      const verdict = await (element && element.check());
      const last = verdicts.get(input);
      return verdict && last && last.email === verdict.email ? last : null;
    })();
    return Promise.race([checked.catch(() => null), wait(HOLD_MS)]);
  };

  const hold = async (kind, form, button, input) => {
    held = button;
    const verdict = await verdictOf(input);
    held = null;
    if (verdict && verdict.decision === 'block') {
      input.focus();
      return;
    }
    kind.deliver(form, (verdict && verdict.receipt) || '');
    isReplay = true;
    button.click();
    isReplay = false;
  };

  window.addEventListener(
    'click',
    (event) => {
      if (isReplay || !window.emailVerify || !window.emailVerify.attach) {
        return;
      }
      for (const kind of FORMS) {
        const button = event.target.closest(kind.button);
        const form = button && button.closest(kind.form);
        const input =
          form && [...form.querySelectorAll('input')].find((each) => each.matches(window.emailVerify.match));
        if (input && input.value) {
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
