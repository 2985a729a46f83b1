// The backend of a sign-up form, as a Next.js route handler (App Router): npm install email-verify-element
import { memoryStore, verifyReceipt } from 'email-verify-element/receipt';

const { EDGE = 'http://localhost:8080/verify', PAGE_ORIGIN = 'http://localhost:8080' } = process.env;

// Accepts each receipt once. With several processes, use a store that they share: anything with an atomic set-if-absent.
const once = memoryStore();

export async function POST(request) {
  const form = await request.formData().catch(() => new FormData());
  const email = form.get('email');
  if (typeof email !== 'string') return new Response('Send the form with exactly one email field.', { status: 400 });
  const check = await verifyReceipt(form.get('email-verification'), {
    email,
    audience: PAGE_ORIGIN,
    jwks: `${EDGE}/.well-known/jwks.json`,
    once,
  });
  if (!check.ok && check.reason === 'policy') {
    return new Response('This address cannot receive mail. Please check it.', { status: 422 });
  }
  // No receipt, or one that does not match: the page's check was not used. Let the person in, but flag the sign-up for
  // review.
  const flag = check.ok ? null : check.reason;
  // Store the normal form: one receipt is valid for every spelling of its address.
  return Response.json({ email: check.ok ? check.email : email, flag }, { status: 201 });
}
