/** Shows the verdict, the receipt that the form would send, and a live log of the element's events. */
const form = document.querySelector('#sign-up');
const input = form.querySelector('[name=email]');
const verdict = document.querySelector('#verdict');
const details = document.querySelector('#details');
const events = document.querySelector('#events');
const started = performance.now();

const MOST_EVENTS = 50;
const VERDICT_FIELDS = ['email', 'status', 'quality', 'sub_status', 'did_you_mean'];

const make = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });

const fill = (list, entries) => {
  list.replaceChildren(...entries.flatMap(([name, value]) => [make('dt', name), make('dd', value)]));
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

const showVerdict = (status, text, found = {}, receipt = null) => {
  verdict.dataset.status = status;
  verdict.textContent = text;
  fill(details, [
    ...VERDICT_FIELDS.map((name) => [name, [found[name] ?? ''].flat().join(', ')]),
    ['receipt', receipt ? `signed, ${receipt.length} characters` : ''],
  ]);
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
  showVerdict(found.status, `${found.status}, ${DECISIONS[decision]}`, found, receipt);
});

form.addEventListener('input', ({ target }) => {
  if (target === input) showVerdict('none', 'No check yet');
});

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
