import 'email-verify-element/define';

const valid = { status: 'valid', quality: 'safe', sub_status: [], did_you_mean: null };
const noDomain = { ...valid, status: 'invalid', quality: 'unsafe', sub_status: ['domain_not_found'] };

// Sample verdicts in the page. With an edge, remove this listener, and write <email-verify endpoint="https://…/verify/">.
document.addEventListener('email-verify-check', (event) => {
  const domain = event.email.split('@').at(-1);
  const verdict = ['no-such-shop.com', 'gamil.org'].includes(domain) ? noDomain : valid;
  event.respondWith({ email: event.email, ...verdict });
});

document.querySelector('#sign-up').addEventListener('submit', (event) => {
  event.preventDefault();
  const sent = new URLSearchParams(new FormData(event.target, event.submitter));
  document.querySelector('#sent').textContent = `The form would send: ${sent}`;
});
