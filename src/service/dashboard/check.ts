import { explain } from '../../verifier/score.js';
import { takeRate } from '../rate.js';
import { checkOnce, DEFAULT_TIMEOUT_MS, readEmail } from '../single-check.js';
import { notSignedIn } from '../users/auth.js';
import { post } from '../users/endpoint.js';
import { signedIn } from '../users/sessions.js';
import { ANY_TEXT } from './fields.js';

/** Checks one address, for a credit of the account, at the account's rate. */
const check = post({ email: ANY_TEXT }, async ({ verifier, keys, ...parts }, { body, headers, signal, trace }) => {
  const { accountId, plan } = await signedIn({ verifier, keys, ...parts }, headers, trace);
  trace.headers = await takeRate(parts.store, { accountId, plan });
  const asked = { email: readEmail(body.email), timeoutMs: DEFAULT_TIMEOUT_MS, signal };
  const payer = { accountId, keyId: null, gone: notSignedIn };
  const result = await checkOnce({ ...keys, verifier }, payer, asked);
  return Response.json({ result, explanation: explain(result) });
});

export const CHECK_ENDPOINTS = { check };
