/** Schemas of answers, and examples. */
import { z } from 'zod';
import { QUALITIES, STATUSES, SUB_STATUSES, type ValidationResult } from '../protocol/index.js';

/** A time as `timestamp()` writes it. */
export const TIME = z.string().meta({ format: 'date-time' });

export const CREDITS = z.object({
  free: z.int().describe("left of this month's free ones"),
  bought: z.int().describe('granted and bought ones that have not expired'),
  reserved: z.int().describe('set aside for lists'),
});

export const EXAMPLE_CREDITS = { free: 97, bought: 0, reserved: 0 };
export const EXAMPLE_TIME = '2026-01-31T12:00:00+00:00';

export const RESULT = z.object({
  email: z.string().describe('the address as it was given'),
  status: z
    .enum(STATUSES)
    .describe('valid: mail can be delivered; invalid: it cannot; unknown: it could not be found out'),
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
  sub_status: [],
};

/** The headers of a limit, by `rateLimitHeaders()`. */
export const RATE_HEADERS = {
  'RateLimit-Policy': 'The limit of the plan, such as "standard";q=5;w=1. Not on enterprise.',
  RateLimit: 'What is left of it, such as "standard";r=4;t=1. Not on enterprise.',
};
