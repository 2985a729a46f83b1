// The backend of a sign-up form, as a route handler of Next.js (App Router): npm install email-verify-element
import { memoryStore, verifyReceipt } from 'email-verify-element/receipt';

const { EDGE = 'http://localhost:8080/verify', PAGE_ORIGIN = 'http://localhost:8080' } = process.env;

// Each receipt serves once. Several processes share a store of their own: anything with an atomic set-if-absent.
const once = memoryStore();

export async function POST(request) {
  const form = await request.formData().catch(() => new FormData());
  const email = form.get('email');
  if (typeof email !== 'string') return new Response('Send the form with one email.', { status: 400 });
  const check = await verifyReceipt(form.get('email-verification'), {
    email,
    audience: PAGE_ORIGIN,
    jwks: `${EDGE}/.well-known/jwks.json`,
    once,
  });
  if (!check.ok && check.reason === 'policy') {
    return new Response('This address cannot receive mail. Please look at it again.', { status: 422 });
  }
  // No receipt, or none that fits: the page's check was not used. A person is not kept out for that, but looked at.
  const flag = check.ok ? null : check.reason;
  return Response.json({ email, flag }, { status: 201 });
}
