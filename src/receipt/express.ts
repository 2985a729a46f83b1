/** The receipt check of a form as middleware of Express 4 and 5, or of any server whose requests have a parsed `body`. */
import { checkFormOptions, PROBLEM_HEADERS, verifyForm, type EmailVerification, type FormOptions } from './form.js';

export type { EmailVerification, FormOptions, FormProblem, FormProblemCode } from './form.js';

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- @types/express declares it, to be merged with.
  namespace Express {
    interface Request {
      /** The form's address: set by `emailVerification()` of `email-verify-element/receipt/express`. */
      emailVerification?: EmailVerification;
    }
  }
}

/** The part of Express's request that is used. */
export interface ParsedRequest {
  /** The form, as `express.urlencoded()`, `express.json()` or a parser of multipart forms leaves it. */
  body?: unknown;
  emailVerification?: EmailVerification;
}

/** The part of Express's response that is used: Node's own. */
export interface NodeResponse {
  statusCode: number;
  setHeader: (name: string, value: string) => unknown;
  end: (text: string) => unknown;
}

/**
 * Creates middleware that verifies the receipt of a form. It sets `request.emailVerification`, or answers with a
 * problem: 422 if the address is blocked, 400 if the form has no address. Put it after the body parser.
 * @throws TypeError for an invalid option.
 * @example
 * app.post('/sign-up', emailVerification({ audience, jwks }), (request, response) => {
 *   const { email } = request.emailVerification;
 * });
 */
export const emailVerification = (
  options: FormOptions,
): ((request: ParsedRequest, response: NodeResponse, next: (error?: unknown) => void) => Promise<void>) => {
  checkFormOptions(options);
  // Express 4 does not wait for a promise: nothing may reject.
  return (request, response, next) =>
    verifyForm(request.body, options).then((check) => {
      if (check.accepted) {
        request.emailVerification = check.emailVerification;
        next();
        return;
      }
      response.statusCode = check.problem.status;
      for (const [name, value] of Object.entries(PROBLEM_HEADERS)) response.setHeader(name, value);
      response.end(JSON.stringify(check.problem));
    }, next);
};
