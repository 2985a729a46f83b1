/** Texts that are stored as they were sent. */
import { z } from 'zod';

/**
 * A text of `least` to `most` UTF-16 code units without control characters and halves of surrogate pairs. PostgreSQL stores
 * neither U+0000 nor such a half, and fails on them.
 */
export const storedText = (least: number, most: number): z.ZodString =>
  z
    .string()
    .min(least)
    .max(most)
    .regex(/^\P{Cc}*$/u)
    .refine((text) => !/\p{Cs}/u.test(text));
