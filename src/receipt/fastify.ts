/** The receipt check of a form as a hook of Fastify 4 and 5. */
import { checkFormOptions, PROBLEM_HEADERS, verifyForm, type EmailVerification, type FormOptions } from './form.js';

export type { EmailVerification, FormOptions, FormProblem, FormProblemCode } from './form.js';

/** The part of Fastify's request that is used. */
export interface HookRequest {
  body?: unknown;
  emailVerification?: EmailVerification;
}

/** The part of Fastify's reply that is used. */
export interface HookReply {
  statusCode: number;
  headers: (values: Record<string, string>) => unknown;
  /** A route with schemas restricts the type of what is sent. */
  send: (text: never) => unknown;
}

/**
 * Creates a `preHandler` hook that verifies the receipt of a form. It sets `request.emailVerification`, or answers with
 * a problem: 422 if the address is blocked, 400 if the form has no address. Decorate the request to read it:
 * `app.decorateRequest('emailVerification', null)`.
 * @throws TypeError for an invalid option.
 * @example
 * app.post('/sign-up', { preHandler: emailVerification({ audience, jwks }) }, async (request) => {
 *   const { email } = request.emailVerification;
 * });
 */
export const emailVerification = (
  options: FormOptions,
): ((request: HookRequest, reply: HookReply) => Promise<unknown>) => {
  checkFormOptions(options);
  return async (request, reply) => {
    const check = await verifyForm(request.body, options);
    if (!check.accepted) {
      reply.statusCode = check.problem.status;
      reply.headers(PROBLEM_HEADERS);
      // A string, which no serialiser of the route changes.
      return reply.send(JSON.stringify(check.problem) as never);
    }
    request.emailVerification = check.emailVerification;
    return undefined;
  };
};
