import { z } from 'zod';
import { QUALITIES, STATUSES, SUB_STATUSES, type ValidationResult } from '../../protocol/index.js';
import { ANSWERS, CONFIDENCES, explain, type Part } from '../../verifier/explain.js';
import type { ServiceExplanation } from './explainer.js';
import { EXAMPLE_TIME, TIME } from '../http/time-schema.js';

const CONFIDENCE =
  'certain: the source itself says so; likely: lists or rules that are usually right; possible: one sign alone; ' +
  'unknown: there is no answer';

/** The verdict on an address in answers. */
export const RESULT = z.object({
  email: z.string().describe('the address as it was given'),
  status: z
    .enum(STATUSES)
    .describe(
      'valid: mail can be delivered, or, with smtp_not_checked, the domain takes mail and the mailbox was not asked; ' +
        'risky: the same, and something speaks against it; invalid: mail cannot be delivered; unknown: it could not be found out',
    ),
  checked_at: TIME,
  account: z.string().describe('the part before the @; empty if the text is no address'),
  domain: z.string().describe('the domain in ASCII; empty if the text is no address'),
  quality: z.enum(QUALITIES),
  score: z.number().min(0).max(1).describe('two decimals; valid from 0.80, risky from 0.30'),
  mx_record: z.string().describe('the best mail server; empty if there is none'),
  did_you_mean: z.string().nullable().describe('a whole address, or null'),
  sub_status: z.array(z.enum(SUB_STATUSES)).describe('the reasons, most telling first'),
}) satisfies z.ZodType<ValidationResult>;

export const EXAMPLE_RESULT: z.output<typeof RESULT> = {
  email: 'anna@example.com',
  status: 'valid',
  checked_at: EXAMPLE_TIME,
  account: 'anna',
  domain: 'example.com',
  quality: 'safe',
  score: 0.95,
  mx_record: 'mx.example.com',
  did_you_mean: null,
  sub_status: ['smtp_not_checked'],
};

const answerTo = <P extends Part>(part: P, description: string) =>
  z
    .object({
      answer: z.enum(ANSWERS[part]),
      confidence: z.enum(CONFIDENCES).describe(CONFIDENCE),
      codes: z.array(z.enum(SUB_STATUSES)).describe('the reasons for this answer'),
      meaning: z.string().describe('in plain words'),
    })
    .describe(description);

/** A verdict, explained. */
export const EXPLANATION = z.object({
  summary: z.string().describe('the verdict in a sentence or two'),
  address: answerTo('address', 'by its syntax and by lists'),
  domain: answerTo('domain', 'by its DNS'),
  mailbox: answerTo('mailbox', 'by its mail server'),
  score: z
    .array(
      z.object({
        code: z.enum(SUB_STATUSES),
        effect: z
          .union([z.number(), z.enum(['invalid', 'risky', 'unknown'])])
          .describe('taken from the score, in hundredths, or the verdict'),
        meaning: z.string(),
      }),
    )
    .describe('the effect of each reason on the score'),
  domain_outcomes: z
    .string()
    .optional()
    .describe(
      'a sentence on what became of mail of other accounts to the domain; it does not change the verdict. Only with ' +
        'DOMAIN_OUTCOMES=on, and for a domain of enough accounts',
    ),
}) satisfies z.ZodType<ServiceExplanation>;

export const EXAMPLE_EXPLANATION: z.output<typeof EXPLANATION> = explain(EXAMPLE_RESULT);
