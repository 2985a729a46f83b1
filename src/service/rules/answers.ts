/** The answers of the endpoints of rules. */
import { z } from 'zod';
import { answerOf } from '../http/endpoint.js';
import { EXAMPLE_TIME, TIME } from '../http/time-schema.js';
import { RATE_HEADERS } from '../keys/rate-limit.js';
import { ACTIONS } from './apply.js';
import { CHANGERS } from './tables.js';

const SHOWN_CONTENT = z.object({
  action: z.enum(ACTIONS),
  note: z.string(),
  until: z.string().nullable().describe('the last day on which it counts, in UTC; null: it has no end'),
});
const SHOWN_RULE = SHOWN_CONTENT.extend({
  id: z.int(),
  pattern: z.string(),
  in_file: z.boolean().describe('true: it stands in rules.txt of the deployment, and is changed there'),
  changed_at: TIME,
});
const EXAMPLE_CONTENT = { action: 'deny' as const, note: 'asked us to stop', until: null };
const EXAMPLE = { id: 3, pattern: '*.spam.example', ...EXAMPLE_CONTENT, in_file: false, changed_at: EXAMPLE_TIME };
const NEXT = z.int().nullable().describe('the before of the next page; null: this is the last one');

export const RULES = answerOf(
  'A page of rules, newest first.',
  z.object({ rules: z.array(SHOWN_RULE), total: z.int().describe('all rules of the list'), next: NEXT }),
  { rules: [EXAMPLE], total: 1, next: null },
);

export const RULES_SET = answerOf(
  'What was done.',
  z.object({
    added: z.int(),
    changed: z.int().describe('had a rule before, which is another now'),
    unchanged: z.int(),
  }),
  { added: 1, changed: 0, unchanged: 0 },
  { headers: RATE_HEADERS },
);

export const RULE_CHANGES = answerOf(
  'A page of changes, newest first.',
  z.object({
    changes: z.array(
      z.object({
        id: z.int(),
        at: TIME,
        by: z.enum(CHANGERS).describe('user; key; file: rules.txt; end: it was removed a month after its end'),
        name: z
          .string()
          .nullable()
          .describe('the address of the user or the name of the key; null: it is gone, or none'),
        pattern: z.string(),
        old: SHOWN_CONTENT.nullable().describe('null: it is new'),
        new: SHOWN_CONTENT.nullable().describe('null: it was removed'),
      }),
    ),
    next: NEXT,
  }),
  {
    changes: [
      {
        ...{ id: 9, at: EXAMPLE_TIME, by: 'user', name: 'anna@example.com', pattern: '*.spam.example' },
        ...{ old: null, new: EXAMPLE_CONTENT },
      },
    ],
    next: null,
  },
);

export const REMOVED = answerOf('It counts no more.', z.object({ deleted: z.literal(true) }), { deleted: true });
