/** The receipt check of a form as middleware of Hono 4, on any runtime. */
import { checkFormOptions, PROBLEM_HEADERS, verifyForm, type EmailVerification, type FormOptions } from './form.js';

export type { EmailVerification, FormOptions, FormProblem, FormProblemCode } from './form.js';

/** The part of Hono's context that is used. */
export interface FormContext {
  req: {
    header: (name: string) => string | undefined;
    json: () => Promise<unknown>;
    parseBody: (options: { all: true }) => Promise<unknown>;
  };
  set: (name: 'emailVerification', value: EmailVerification) => void;
}

/** Reads a form (urlencoded or multipart) or JSON. A broken body has no fields. */
const fieldsOf = ({ req }: FormContext): Promise<unknown> => {
  const isJson = /^application\/(?:[\w.+-]+\+)?json\b/i.test(req.header('content-type') ?? '');
  // `all`: a repeated field is a list.
  return (isJson ? req.json() : req.parseBody({ all: true })).catch(() => null);
};

/**
 * Creates middleware that verifies the receipt of a form. It sets the variable `emailVerification`, or answers with a
 * problem: 422 if the address is blocked, 400 if the form has no address. For the variable's type write
 * `new Hono<{ Variables: { emailVerification: EmailVerification } }>()`.
 * @throws TypeError for an invalid option.
 * @example
 * app.post('/sign-up', emailVerification({ audience, jwks }), (context) => {
 *   const { email } = context.get('emailVerification');
 * });
 */
export const emailVerification = (
  options: FormOptions,
): ((context: FormContext, next: () => Promise<void>) => Promise<Response | undefined>) => {
  checkFormOptions(options);
  return async (context, next) => {
    const check = await verifyForm(await fieldsOf(context), options);
    if (!check.accepted) {
      const { problem } = check;
      return new Response(JSON.stringify(problem), { status: problem.status, headers: PROBLEM_HEADERS });
    }
    context.set('emailVerification', check.emailVerification);
    await next();
    return undefined;
  };
};
