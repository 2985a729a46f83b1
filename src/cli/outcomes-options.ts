import { OUTCOME_DAYS } from '../protocol/index.js';
import type { Options } from './arguments.js';

/** The options of `email-verify-server outcomes`. */
export const OUTCOMES_OPTIONS = {
  days: { type: 'string', value: 'N', help: `the last N days, 1 to ${OUTCOME_DAYS} (30)` },
  url: { type: 'string', value: 'URL', help: 'the metrics of the edge, such as http://10.0.0.7:9090' },
  json: { type: 'boolean', help: 'prints JSON: a row for each origin, day, form and group' },
} as const satisfies Options;
