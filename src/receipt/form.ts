import { PROBLEM_TYPE, problem, RECEIPT_FIELD, type Problem, type ReceiptClaims } from '../protocol/index.js';
import { checkExpectation, checkNames, type ReceiptExpectation } from './expectation.js';
import { verifyReceipt, type ReceiptCheck, type ReceiptFault } from './verify.js';

/** Options of {@link verifyForm} and of the middleware: those of `verifyReceipt` but the address, and these. */
export interface FormOptions extends Omit<ReceiptExpectation, 'email'> {
  /** The name of the form's e-mail field; `email` by default. */
  field?: string;
  /**
   * The handling of a form whose address is not verified: the form has no valid receipt, or the keys or the store were
   * unavailable. `allow` (default) accepts the form, since pages send no receipt while the edge is down, and the
   * handler reads the `reason`. `block` refuses it. An address that the policy blocks is refused in any case.
   */
  whenUnavailable?: 'allow' | 'block';
  /** Own texts for people, by the problem's `code`; they replace the English `detail`. */
  messages?: Partial<Record<FormProblemCode, string>>;
}

/**
 * The reason why a form is refused: `missing_email` (400): not exactly one e-mail field; `email_blocked` (422): the
 * policy blocks the address; `email_not_verified` (422): no valid receipt, and `whenUnavailable` is `block`.
 */
export type FormProblemCode = 'missing_email' | 'email_blocked' | 'email_not_verified';

/** The answer to a refused form (RFC 9457). */
export interface FormProblem extends Problem {
  status: 400 | 422;
  code: FormProblemCode;
  /** The reason why the receipt is refused; absent if there is no address. */
  reason?: ReceiptFault;
}

/**
 * The address of an accepted form. If `ok`, it is verified and `email` is its normal form: store this one. Otherwise
 * `email` is the field as sent, and `reason` says why it is not verified.
 */
export type EmailVerification =
  | Extract<ReceiptCheck, { ok: true }>
  | { ok: false; reason: Exclude<ReceiptFault, 'policy'>; email: string; claims?: ReceiptClaims; decision?: undefined };

/** The result of {@link verifyForm}. */
export type FormCheck =
  { accepted: true; emailVerification: EmailVerification } | { accepted: false; problem: FormProblem };

/** The headers of a response with a problem. */
export const PROBLEM_HEADERS = { 'content-type': PROBLEM_TYPE, 'cache-control': 'no-store' } as const;

/** Every option: the compiler finds a missing one. */
const OPTIONS: Record<keyof FormOptions, true> = {
  audience: true,
  jwks: true,
  field: true,
  policy: true,
  once: true,
  whenUnavailable: true,
  messages: true,
  issuer: true,
  acceptTest: true,
  now: true,
};

/** The options of a form that `verifyReceipt` takes. */
const expectationOf = (options: FormOptions): Omit<ReceiptExpectation, 'email'> => {
  const expected = { ...options };
  delete expected.field;
  delete expected.whenUnavailable;
  delete expected.messages;
  return expected;
};

/**
 * Validates the options.
 * @throws TypeError that names the option and what it expects.
 */
export const checkFormOptions = (options: FormOptions): void => {
  checkNames('verifyForm', options, OPTIONS);
  checkExpectation({ ...expectationOf(options), email: undefined });
  const { field, whenUnavailable = 'allow' }: { field?: unknown; whenUnavailable?: unknown } = options;
  if (field !== undefined && (typeof field !== 'string' || field === '')) {
    throw new TypeError("verifyForm: field: it takes the name of the form's e-mail field");
  }
  if (whenUnavailable !== 'allow' && whenUnavailable !== 'block') {
    throw new TypeError("verifyForm: whenUnavailable: it takes 'allow' or 'block'");
  }
};

/** The value of a field; a list if the form has several of this name. */
const valueOf = (fields: object, name: string): unknown => {
  // Detected by its shape, because a framework may bring its own FormData.
  if ('getAll' in fields && typeof fields.getAll === 'function') {
    const values = (fields as FormData).getAll(name);
    return values.length > 1 ? values : values[0];
  }
  return Object.hasOwn(fields, name) ? (fields as Record<string, unknown>)[name] : undefined;
};

const refusal = (
  code: FormProblemCode,
  detail: string,
  messages: FormOptions['messages'],
  members: { reason?: ReceiptFault } = {},
): FormCheck => ({
  accepted: false,
  problem: problem(code, messages?.[code] ?? detail, members) as FormProblem,
});

/** The English text of a blocked address. A site's policy can block an address that does receive mail. */
const detailOf = (claims: ReceiptClaims | undefined): string =>
  claims?.status === 'invalid'
    ? 'This address cannot receive mail. Please check it.'
    : 'This address is not accepted here. Please use another one.';

/**
 * Verifies the receipt of a submitted form: reads the e-mail field and `email-verification`, and applies the policy.
 *
 * User input and outages never throw: they result in a problem, or in an address that is not verified.
 * @param fields the parsed form: `FormData`, `URLSearchParams` or an object, as from JSON; anything else is a form
 * without fields.
 * @returns the address to store, or the problem with which to answer.
 * @throws TypeError, at every call, for an invalid option; the message says what it expects.
 * @example
 * const check = await verifyForm(await request.formData(), {
 *   audience: 'https://shop.example',
 *   jwks: 'https://edge.example/.well-known/jwks.json',
 * });
 * if (!check.accepted) return Response.json(check.problem, { status: check.problem.status });
 * const { email, ok } = check.emailVerification;
 */
export const verifyForm = async (fields: unknown, options: FormOptions): Promise<FormCheck> => {
  checkFormOptions(options);
  const { field = 'email', whenUnavailable, messages } = options;
  const form = typeof fields === 'object' && fields !== null ? fields : {};
  const email = valueOf(form, field);
  if (typeof email !== 'string' || email.trim() === '') {
    return refusal('missing_email', `Send the form with exactly one field '${field}'.`, messages);
  }
  const check = await verifyReceipt(valueOf(form, RECEIPT_FIELD), { ...expectationOf(options), email });
  if (check.ok) return { accepted: true, emailVerification: check };
  const { reason } = check;
  if (reason === 'policy') return refusal('email_blocked', detailOf(check.claims), messages, { reason });
  if (whenUnavailable === 'block') {
    const detail = 'This address could not be verified. Please reload the page and send the form again.';
    return refusal('email_not_verified', detail, messages, { reason });
  }
  return { accepted: true, emailVerification: { ...check, reason, email } };
};
