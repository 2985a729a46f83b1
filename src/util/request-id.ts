/** A well-formed id from a proxy or a client: safe in a header and in a log. */
const WELL_FORMED = /^[\w.:=+/-]{8,128}$/;

/** The id of a request: that of its header `X-Request-Id` if it is well-formed, else a new one. */
export const requestId = (given: string | string[] | undefined): string =>
  typeof given === 'string' && WELL_FORMED.test(given) ? given : crypto.randomUUID();
