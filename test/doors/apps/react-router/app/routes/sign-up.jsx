import { Form, useActionData } from 'react-router';
import { EmailVerify } from 'email-verify-element/react';
import { verifyReceipt } from 'email-verify-element/receipt';

export const action = async ({ request }) => {
  const form = await request.formData();
  const email = form.get('email');
  const check = await verifyReceipt(form.get('email-verification'), {
    email,
    audience: 'https://shop.example',
    jwks: 'https://verify.example/verify/.well-known/jwks.json',
  });
  return `Welcome, ${email}. Plan: ${form.get('plan')}. Address: ${check.ok ? 'verified' : 'not verified'}.`;
};

export default function SignUp() {
  const message = useActionData();
  return (
    <Form method="post">
      <EmailVerify endpoint="https://verify.example/verify/">
        <label>
          Email <input type="email" name="email" autoComplete="email" required />
        </label>
      </EmailVerify>
      <button name="plan" value="free">
        Free
      </button>
      <button name="plan" value="paid">
        Paid
      </button>
      <p>{message}</p>
    </Form>
  );
}
