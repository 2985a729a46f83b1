/**
 * The playground without a server: answers the element's checks in the page, with sample verdicts, and shows what the
 * form would send.
 */

const valid = { status: 'valid', quality: 'safe', sub_status: [], did_you_mean: null };
const invalid = { ...valid, status: 'invalid', quality: 'unsafe' };
const NO_DOMAIN = { ...invalid, sub_status: ['domain_not_found'] };
const DISPOSABLE = { ...invalid, status: 'risky', sub_status: ['disposable'] };

/** Verdicts by domain; any other address is valid. */
const BY_DOMAIN = {
  'no-such-shop.com': NO_DOMAIN,
  'gamil.org': NO_DOMAIN,
  'mailinator.com': DISPOSABLE,
};

/** About as long as a check over a network takes, in milliseconds. */
const CHECK_MS = 300;

const verdictOf = async (email) => {
  await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
  return { email, ...(BY_DOMAIN[email.split('@').at(-1).toLowerCase()] ?? valid) };
};

document.addEventListener('email-verify-check', (event) => event.respondWith(verdictOf(event.email)));

document.querySelector('#sign-up').addEventListener('submit', (event) => {
  event.preventDefault();
  const sent = new URLSearchParams(new FormData(event.target, event.submitter));
  const shown = document.querySelector('#sent');
  shown.textContent = `There is no server here. The form would send: ${sent}`;
});
