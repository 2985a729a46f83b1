import { verifyReceipt } from 'email-verify-element/receipt';

export const actions = {
  default: async ({ request }) => {
    const form = await request.formData();
    const email = form.get('email');
    const check = await verifyReceipt(form.get('email-verification'), {
      email,
      audience: 'https://shop.example',
      jwks: 'https://verify.example/verify/.well-known/jwks.json',
    });
    const address = check.ok ? 'verified' : 'not verified';
    return { message: `Welcome, ${email}. Plan: ${form.get('plan')}. Address: ${address}.` };
  },
};
