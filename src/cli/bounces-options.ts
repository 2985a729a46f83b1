import type { Options } from './arguments.js';

/** The options of `email-verify-server bounces`. */
export const BOUNCES_OPTIONS = {
  outcome: {
    type: 'string',
    value: 'OUTCOME',
    help: 'the outcome of all addresses of a list: bounced, soft_bounce, delivered or complaint',
  },
  account: {
    type: 'string',
    value: 'ID|ADDRESS',
    help: 'the account, by its id or the address of its user (the first)',
  },
} as const satisfies Options;
