import { RECEIPT_ALGORITHMS } from '../protocol/index.js';
import type { Options } from './arguments.js';

/** The options of `email-verify-server keys`. */
export const KEYS_OPTIONS = {
  alg: { type: 'string', value: 'ALG', help: `the algorithm, ${RECEIPT_ALGORITHMS.join(' or ')} (EdDSA)` },
  previous: {
    type: 'string',
    value: 'FILE',
    help: 'a file with the current RECEIPT_KEY (-: standard input); prints a list of both keys',
  },
} as const satisfies Options;
