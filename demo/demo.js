/** Shows what the element does: the verdict, the events as they happen, and what the form would send. */
const form = document.querySelector('#sign-up');
const input = form.querySelector('[name=email]');
const verdict = document.querySelector('#verdict');
const details = document.querySelector('#details');
const events = document.querySelector('#events');
const wouldSend = document.querySelector('#would-send');
const started = performance.now();

const make = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });

const fill = (list, entries) => {
  list.replaceChildren(...entries.flatMap(([name, value]) => [make('dt', name), make('dd', value)]));
};

const log = (text) => {
  const line = document.createElement('li');
  line.append(make('time', `${((performance.now() - started) / 1000).toFixed(2)} s`), make('span', text));
  events.prepend(line);
  while (events.children.length > 50) events.lastChild.remove();
};

const short = (value) => (value.length > 80 ? `${value.slice(0, 60)}… (${value.length} characters)` : value);

const showForm = () => {
  fill(
    wouldSend,
    [...new FormData(form)].map(([name, value]) => [name, short(value)]),
  );
};

const showNothing = () => {
  verdict.dataset.status = 'none';
  verdict.textContent = input.value ? '…' : 'Type an address.';
  details.replaceChildren();
};

const EVENTS = {
  'email-verify-check': ({ email }) => `asks about ${email}`,
  'email-verify-verdict': ({ verdict: { status, sub_status: codes }, decision }) =>
    `${[status, ...codes].join(', ')} → ${decision}`,
  'email-verify-suggestion': ({ email, suggestion }) => `${email}: did you mean ${suggestion}?`,
  'email-verify-fix': ({ from, to }) => `${from} → ${to}`,
  'email-verify-hold': () => 'the form waits for the verdict',
  'email-verify-error': ({ code, detail }) => `${code}: ${detail}`,
};

for (const [type, describe] of Object.entries(EVENTS)) {
  form.addEventListener(type, (event) => {
    log(`${type.replace('email-verify-', '')}: ${describe(event)}`);
    // The element is done with the form after its listeners have run.
    setTimeout(showForm);
  });
}

form.addEventListener('email-verify-check', () => {
  verdict.textContent = 'checking…';
});

form.addEventListener('email-verify-verdict', ({ verdict: found, decision, receipt }) => {
  verdict.dataset.status = found.status;
  verdict.textContent = `${found.status} → ${decision}`;
  fill(details, [
    ['address', found.email],
    ['quality', found.quality],
    ['sub_status', found.sub_status.join(', ')],
    ['did_you_mean', found.did_you_mean ?? ''],
    ['receipt', receipt ? 'signed' : ''],
  ]);
});

form.addEventListener('input', () => {
  showNothing();
  setTimeout(showForm);
});

form.addEventListener('submit', ({ submitter }) => {
  log(`submit: the form is sent with ${submitter?.name}=${submitter?.value}`);
});

document.querySelector('.samples').addEventListener('click', ({ target }) => {
  const sample = target.dataset?.sample;
  if (!sample) return;
  input.focus();
  input.value = sample;
  input.dispatchEvent(new Event('input', { bubbles: true }));
  input.blur();
});

showForm();
