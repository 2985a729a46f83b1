/** The ways in which form builders' scripts take a submission, each written after the builder's own public script. */

/** HubSpot: React's state follows `change`; a listener on the form sends the state by XHR. */
const HUBSPOT = `
  const form = document.querySelector('form'), state = {};
  for (const field of form.querySelectorAll('input[name]')) {
    state[field.name] = field.value;
    field.addEventListener('change', () => { state[field.name] = field.value; });
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const xhr = new XMLHttpRequest();
    xhr.open('POST', '/sent');
    xhr.setRequestHeader('content-type', 'application/json');
    xhr.send(JSON.stringify(state));
  });`;

/** Marketo: jQuery's listener on the form; only the form's own fields and those of \`addHiddenFields\` are sent. */
const MARKETO = `
  const hidden = {}, listeners = [], form = document.querySelector('form');
  const api = {
    getFormElem: () => [form],
    onSubmit: (listener) => listeners.push(listener),
    addHiddenFields: (fields) => Object.assign(hidden, fields),
  };
  window.MktoForms2 = { whenReady: (ready) => ready(api) };
  jQuery(form).on('submit', (event) => {
    event.preventDefault();
    for (const listener of listeners) listener(api);
    const body = { ...hidden };
    for (const { name, value } of form.querySelectorAll('.mktoField')) body[name] = value;
    fetch('/sent', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  });`;

/** Webflow: jQuery's listener on the document; every field by \`data-name\` or \`name\`. */
const WEBFLOW = `
  jQuery(document).on('submit', '.w-form form', function (event) {
    event.preventDefault();
    const fields = {};
    jQuery(this).find(':input:not([type="submit"]):not([type="file"])').each((i, field) => {
      fields[field.getAttribute('data-name') || field.name || 'Field ' + (i + 1)] = jQuery(field).val();
    });
    jQuery.ajax('/sent', { method: 'POST', contentType: 'application/json', data: JSON.stringify(fields) });
  });`;

/** Squarespace: the form's \`onsubmit\` attribute; only fields that the block knows. */
const SQUARESPACE = `
  function squarespaceSubmit(form) {
    const body = JSON.stringify({ email: form.elements.email.value });
    fetch('/sent', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return false;
  }`;

/** Elementor Pro: jQuery's listener on the form; \`FormData\`. */
const ELEMENTOR = `
  jQuery('.elementor-form').on('submit', function (event) {
    event.preventDefault();
    const data = new FormData(this);
    data.append('action', 'elementor_pro_forms_send_form');
    jQuery.ajax({ url: '/sent', type: 'POST', data, processData: false, contentType: false });
  });`;

/** Divi: jQuery's listener on the contact form, which is loaded anew; the optin sends at the click on a link. */
const DIVI = `
  jQuery('.et_pb_contact_form').on('submit', function (event) {
    event.preventDefault();
    jQuery('.et-pb-contact-message').load('/sent', jQuery(this).serializeArray());
  });
  jQuery('.et_pb_newsletter_button').on('click', function (event) {
    event.preventDefault();
    const email = jQuery('#et_pb_signup_email').val();
    jQuery.post('/sent', { action: 'et_pb_submit_subscribe_form', et_email: email });
  });`;

export interface Way {
  /** The page of the manual, and the headings of its form and of more of its blocks. */
  page: string;
  form: string;
  more?: string;
  /** The builder's script; none where the browser sends the form. */
  script?: string;
  /** The field for the address. */
  field?: string;
  button?: string;
  /** More settings of the script tag. */
  tag?: string;
  /** Some of the fields that are sent, for an address. */
  sent: (email: string, receipt: string) => Record<string, string>;
  /** True if nothing can hold the form, and no receipt is sent. */
  unheld?: boolean;
}

const usual = (name: string) => (email: string, receipt: string) => ({ [name]: email, 'email-verification': receipt });

export const ways: Way[] = [
  {
    ...{ page: 'hubspot', form: 'The form', script: HUBSPOT, tag: 'data-receipt-target="email_verification-abc"' },
    sent: (email, receipt) => ({ email, email_verification: receipt }),
  },
  {
    ...{ page: 'marketo', form: 'The form', more: 'The receipt', script: MARKETO },
    sent: (email, receipt) => ({ Email: email, formid: '1234', emailVerification: receipt }),
  },
  { page: 'pardot', form: 'A form handler', sent: usual('email') },
  { page: 'pardot', form: 'A form of Pardot’s', field: '.email input', sent: usual('12345_67pi_12345_67') },
  { page: 'webflow', form: 'The form', script: WEBFLOW, sent: usual('Email') },
  { page: 'shopify', form: 'The newsletter form', sent: usual('contact[email]') },
  {
    ...{ page: 'shopify', form: 'The customer form' },
    sent: (email, receipt) => ({ 'customer[email]': email, 'customer[note][email-verification]': receipt }),
  },
  { page: 'squarespace', form: 'The newsletter block', script: SQUARESPACE, sent: (email) => ({ email }) },
  {
    ...{ page: 'elementor', form: 'The form', script: ELEMENTOR },
    sent: (email, receipt) => ({ 'form_fields[email]': email, form_id: 'abc1234', 'email-verification': receipt }),
  },
  {
    ...{ page: 'divi', form: 'The contact form', script: DIVI, field: '[data-field_type=email]' },
    sent: usual('et_pb_contact_email_0'),
  },
  {
    ...{
      page: 'divi',
      form: 'The email optin',
      script: DIVI,
      field: '#et_pb_signup_email',
      button: '.et_pb_newsletter_button',
    },
    sent: (email) => ({ et_email: email }),
    unheld: true,
  },
];
