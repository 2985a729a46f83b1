import { verifyReceipt } from 'email-verify-element/receipt';

export const welcome = async (form) => {
  const email = form.get('email');
  const check = await verifyReceipt(form.get('email-verification'), {
    email,
    audience: 'https://shop.example',
    jwks: 'https://verify.example/verify/.well-known/jwks.json',
  });
  return `Welcome, ${email}. Plan: ${form.get('plan')}. Address: ${check.ok ? 'verified' : 'not verified'}.`;
};
