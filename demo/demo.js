/** Shows the verdict, the receipt that the form would send, and a live log of the element's events. */
const form = document.querySelector('#sign-up');
const input = form.querySelector('[name=email]');
const verdict = document.querySelector('#verdict');
const details = document.querySelector('#details');
const events = document.querySelector('#events');
const started = performance.now();

const waits = document.querySelector('#waits');

const MOST_EVENTS = 50;

/** The fields of a verdict, with a name and the values in plain words. A code without words is shown as it is. */
const VERDICT_FIELDS = {
  email: 'Address',
  status: 'Verdict',
  quality: 'Quality',
  sub_status: 'Reasons',
  did_you_mean: 'Probably meant',
};
const WORDS = {
  safe: 'safe to send to',
  caution: 'send with caution',
  unsafe: 'do not send',
  syntax_error: 'not an address',
  domain_not_found: 'the domain does not exist',
  no_mail_server: 'the domain takes no mail',
  null_mx: 'the domain takes no mail',
  reserved_domain: 'a domain for examples only',
  implicit_mx: 'the domain names no mail server',
  dns_timeout: 'the domain could not be looked up',
  dns_error: 'the domain could not be looked up',
  mailbox_not_found: 'no such mailbox',
  mailbox_full: 'the mailbox is full',
  mailbox_disabled: 'the mailbox is disabled',
  catch_all: 'the domain takes mail for any name',
  smtp_not_checked: 'the mailbox was not asked',
  disposable: 'a throw-away address',
  role_account: 'an address of a team',
  free_provider: 'a free provider',
  relay: 'a forwarding address',
  subaddress: 'with a +tag',
  possible_typo: 'looks like a typo',
};

const make = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });

/** @param entries each a name, a value, and the value as the page's code gets it. */
const fill = (list, entries) => {
  list.replaceChildren(
    ...entries.flatMap(([name, value, raw]) => [make('dt', name), Object.assign(make('dd', value), { title: raw })]),
  );
};

const log = (type, text) => {
  const line = document.createElement('li');
  line.append(
    make('time', `${((performance.now() - started) / 1000).toFixed(2)} s`),
    make('b', type),
    make('span', text),
  );
  events.prepend(line);
  while (events.children.length > MOST_EVENTS) events.lastChild.remove();
};

/** True once the form may show errors and suggestions: the field was left, or the form was sent, with this value. */
let isLeft = false;
let isWaiting = false;

const tellWait = () => {
  waits.textContent = isWaiting && !isLeft ? 'The form says so when you leave the field.' : '';
};

const leave = () => {
  isLeft = true;
  tellWait();
};

const showVerdict = (status, text, found = null, receipt = null) => {
  verdict.dataset.status = status;
  verdict.textContent = text;
  const fields = Object.entries(VERDICT_FIELDS).map(([name, title]) => {
    const values = [found?.[name] ?? []].flat();
    return [title, values.map((value) => WORDS[value] ?? value).join(', '), values.join(', ')];
  });
  const shown = fields.filter(([, words]) => words);
  if (found)
    shown.push(['Receipt', receipt ? `signed, for your backend: ${receipt.length} characters` : 'none', receipt ?? '']);
  fill(details, shown);
  tellWait();
};

const DECISIONS = { allow: 'allowed', warn: 'allowed with a warning', block: 'blocked' };

const EVENTS = {
  'email-verify-check': ({ email }) => email,
  'email-verify-verdict': ({ verdict: { status, sub_status: codes }, decision }) =>
    `${decision}: ${[status, ...codes].join(', ')}`,
  'email-verify-suggestion': ({ email, suggestion }) => `${email} → ${suggestion}`,
  'email-verify-fix': ({ from, to }) => `${from} → ${to}`,
  'email-verify-hold': () => 'the form waits for the verdict',
  'email-verify-challenge': ({ challenge }) => challenge.type,
  'email-verify-error': ({ code, detail }) => `${code}: ${detail}`,
};

for (const [type, describe] of Object.entries(EVENTS)) {
  form.addEventListener(type, (event) => log(type.replace('email-verify-', ''), describe(event)));
}

form.addEventListener('email-verify-check', () => {
  showVerdict('none', 'Checking…');
});

form.addEventListener('email-verify-verdict', ({ verdict: found, decision, receipt }) => {
  isWaiting = decision !== 'allow' || Boolean(found.did_you_mean);
  showVerdict(found.status, `${found.status}, ${DECISIONS[decision]}`, found, receipt);
});

form.addEventListener('input', ({ target }) => {
  if (target !== input) return;
  isLeft = isWaiting = false;
  showVerdict('none', 'No check yet');
});

input.addEventListener('blur', leave);
// The field keeps the focus at Enter. A blocked form has no `submit`.
for (const type of ['submit', 'invalid']) form.addEventListener(type, leave, true);

form.addEventListener('submit', ({ submitter }) => {
  log('submit', submitter ? `with ${submitter.name}=${submitter.value}` : 'without a button');
});

for (const button of document.querySelectorAll('[data-sample]')) {
  button.addEventListener('click', () => {
    input.focus();
    input.value = button.dataset.sample;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
    button.focus({ preventScroll: true });
  });
}

showVerdict('none', 'No check yet');
