// The validation of a sign-up form on the server, with TanStack Form: npm install @tanstack/form-core email-verify-element
import { FormApi } from '@tanstack/form-core';
import { receiptSchema } from 'email-verify-element/receipt';

const { EDGE = 'http://localhost:8080/verify', PAGE_ORIGIN = 'http://localhost:8080' } = process.env;

const schema = receiptSchema({ audience: PAGE_ORIGIN, jwks: `${EDGE}/.well-known/jwks.json` });

/** The messages by field, or null if the form is right. */
export const validate = async (fields) => {
  const form = new FormApi({ defaultValues: fields, validators: { onSubmitAsync: schema } });
  form.mount();
  await form.handleSubmit();
  return form.state.isValid ? null : form.state.errorMap.onSubmit;
};
