/** The forms of the suite: where they stand, how a person fills them in, and how a program posts them. */

export interface Form {
  name: string;
  path: string;
  input: string;
  button: string;
  /** The request of a program, which has no browser. */
  post: (email: string, receipt?: string) => { path: string; headers?: Record<string, string>; body: BodyInit };
}

const RECEIPT = 'email-verification';

/** A form as a browser posts it. */
const fields =
  (path: string, email: string, rest: Record<string, string> = {}): Form['post'] =>
  (value, receipt) => ({
    path,
    body: new URLSearchParams({ ...rest, [email]: value, ...(receipt !== undefined && { [RECEIPT]: receipt }) }),
  });

/** A page of `form-plugins.php`. */
const page = (name: string, input: string, button: string, post?: Form['post']): Form => {
  const path = `/?form=${name}`;
  const field = /name="(.*)"/.exec(input)?.[1] ?? '';
  return { name, path, input, button, post: post ?? fields(path, field) };
};

const json = { 'content-type': 'application/json' };

export const comment: Form = {
  name: 'comment',
  path: '/?p=1',
  input: '#commentform input[name="email"]',
  button: '#submit',
  post: (email, receipt) =>
    fields('/wp-comments-post.php', 'email', {
      author: 'Anna',
      comment: `Hello ${Math.random()}`,
      comment_post_ID: '1',
      comment_parent: '0',
    })(email, receipt),
};

export const registration: Form = {
  name: 'registration',
  path: '/wp-login.php?action=register',
  input: '#user_email',
  button: '#wp-submit',
  post: (email, receipt) =>
    fields('/wp-login.php?action=register', 'user_email', { user_login: `anna${Math.random()}` })(email, receipt),
};

/** The forms of plugins. */
export const plugins: Form[] = [
  page('woo-classic', 'input[name="billing_email"]', '#place_order'),
  page('woo-blocks', '#email', '.wc-block-components-checkout-place-order-button', (email, receipt) => ({
    path: '/?rest_route=/wc/store/v1/checkout',
    headers: json,
    body: JSON.stringify({
      billing_address: { email },
      ...(receipt !== undefined && { extensions: { 'email-verify-element': { receipt } } }),
    }),
  })),
  page('woo-register', 'input[name="email"]', '[name=register]'),
  page('woo-account', 'input[name="account_email"]', '[name=save_account_details]'),
  page('cf7', 'input[name="your-email"]', '.wpcf7-submit', fields('/?form=cf7', 'your-email', { _wpcf7: '6' })),
  page('wpforms', 'input[name="wpforms[fields][1]"]', '.wpforms-submit'),
  page('gravity', 'input[name="input_1"]', '.gform_button'),
  page('gravity-old', 'input[name="input_1"]', '.gform_button'),
  page('elementor', 'input[name="form_fields[email]"]', '[type=submit]'),
  page(
    'jet',
    'input[name="email"]',
    '.jet-form-builder__submit',
    fields('/?form=jet', 'email', { _jet_engine_booking_form_id: '9' }),
  ),
  page('ninja', '#nf-field-7', '#nf-field-8', (value, receipt) => {
    const extra = receipt === undefined ? {} : { [RECEIPT]: receipt };
    const formData = JSON.stringify({ id: '3', fields: { 7: { value } }, extra });
    return { path: '/?form=ninja', body: new URLSearchParams({ formData }) };
  }),
  page('fluent', 'input[name="email"]', '.ff-btn-submit', (email, receipt) => ({
    path: '/?form=fluent',
    body: new URLSearchParams({
      data: new URLSearchParams({ email, ...(receipt !== undefined && { [RECEIPT]: receipt }) }).toString(),
    }),
  })),
];

/** A form that no class of the plugin knows. It is refused by `is_email()`, so only with a receipt. */
export const other = page(
  'other',
  'form:not([class]) input[name="email"]',
  'form:not([class]) button',
  fields('/?form=other', 'email'),
);
