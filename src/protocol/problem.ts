/** The media type of a {@link Problem}. */
export const PROBLEM_TYPE = 'application/problem+json';

/** Every kind of problem, with its HTTP status and its title. */
export const PROBLEMS = {
  bad_request: [400, 'The request is not understood'],
  missing_email: [400, 'No address was given'],
  weak_password: [400, 'This password is too easy to guess'],
  wrong_link: [400, 'This link does not work'],
  missing_key: [401, 'No API key was given'],
  wrong_key: [401, 'This API key is not known'],
  bad_token: [401, 'This token is not valid'],
  token_expired: [401, 'This token has expired'],
  not_signed_in: [401, 'Nobody is signed in'],
  wrong_password: [401, 'The address or the password is wrong'],
  out_of_credits: [402, 'No credits are left'],
  key_not_allowed: [403, 'This API key may not do this'],
  wrong_signature: [403, 'The signature does not fit'],
  origin_not_allowed: [403, 'This origin is not allowed'],
  challenge_required: [403, 'A challenge must be answered first'],
  challenge_failed: [403, 'The answer to the challenge is not right'],
  registration_closed: [403, 'Nobody can register here'],
  wrong_invitation: [403, 'This invitation is not valid'],
  not_operator: [403, 'Only the operator may do this'],
  wrong_user: [403, 'This is for another user'],
  not_found: [404, 'There is nothing here'],
  method_not_allowed: [405, 'This method is not allowed here'],
  conflict: [409, 'This cannot be done now'],
  gone: [410, 'This was deleted'],
  too_large: [413, 'The request is too large'],
  unsupported_media_type: [415, 'The body is of the wrong type'],
  wrong_range: [416, 'The answer is shorter than that'],
  wrong_file: [422, 'The file cannot be used'],
  email_blocked: [422, 'This address is not accepted'],
  email_not_verified: [422, 'This address is not verified'],
  idempotency_conflict: [422, 'This Idempotency-Key was used for another upload'],
  rate_limited: [429, 'Too many requests'],
  token_spent: [429, 'This token has no checks left'],
  internal_error: [500, 'Something went wrong here'],
  unavailable: [503, 'This cannot be answered now'],
} as const satisfies Record<string, readonly [number, string]>;
export type ProblemCode = keyof typeof PROBLEMS;

/** An error response (RFC 9457), with `code` and `message` for clients that expect those. */
export interface Problem {
  /** A URI reference that names the kind of problem. */
  type: string;
  title: string;
  /** The HTTP status. */
  status: number;
  /** Says what was wrong in this request, and what would be right. */
  detail: string;
  code: ProblemCode;
  /** The same as `detail`. */
  message: string;
}

/**
 * Creates a problem of one of the known kinds.
 * @param detail says what was wrong, and what would be right.
 * @param members extension members (RFC 9457, section 3.2).
 */
export const problem = (code: ProblemCode, detail: string, members: Record<string, unknown> = {}): Problem => {
  const [status, title] = PROBLEMS[code];
  return { ...members, type: `urn:email-verify:problem:${code}`, title, status, detail, code, message: detail };
};

/** Creates the HTTP response of a problem; it is never cached. */
export const problemResponse = (
  code: ProblemCode,
  detail: string,
  headers: Record<string, string> = {},
  members: Record<string, unknown> = {},
): Response => {
  const body = problem(code, detail, members);
  return new Response(JSON.stringify(body), {
    status: body.status,
    headers: { 'content-type': PROBLEM_TYPE, 'cache-control': 'no-store', ...headers },
  });
};
