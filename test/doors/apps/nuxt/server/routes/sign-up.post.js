import { verifyReceipt } from 'email-verify-element/receipt';

export default defineEventHandler(async (event) => {
  const form = await readFormData(event);
  const email = form.get('email');
  const check = await verifyReceipt(form.get('email-verification'), {
    email,
    audience: 'https://shop.example',
    jwks: 'https://verify.example/verify/.well-known/jwks.json',
  });
  return `Welcome, ${email}. Plan: ${form.get('plan')}. Address: ${check.ok ? 'verified' : 'not verified'}.`;
});
