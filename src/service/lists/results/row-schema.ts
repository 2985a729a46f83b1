/** The schema of a row of a list with its result. */
import { z } from 'zod';
import { STATUSES } from '../../../protocol/index.js';
import { RESULT } from '../../checks/verdict-schema.js';

const { quality, score, mx_record, checked_at } = RESULT.shape;
/** A row of a list in JSON. */
export const ROW = z.object({
  row: z.int().describe('its number in the file, from 1, without the header'),
  email: z.string().describe('the cell'),
  status: z.enum(STATUSES).nullable().describe('null, as the next six: there is no result yet'),
  quality: quality.nullable(),
  score: score.nullable(),
  sub_status: z.array(z.string()).nullable(),
  did_you_mean: z.string().nullable(),
  mx_record: mx_record.nullable(),
  checked_at: checked_at.nullable(),
  duplicate_of: z.int().nullable().describe('the first row with the same address, whose result this row shares'),
  mailbox_group: z.int().nullable().describe('the first row that reaches the same person'),
  mailbox: z
    .string()
    .nullable()
    .describe('the start of a SHA-256 of the mailbox behind the address: rows that reach one person have the same'),
  email_checked: z
    .string()
    .nullable()
    .describe(
      'the address that is checked, if the cell has more than it: white space, a name, brackets, other addresses',
    ),
  more_addresses: z.int().describe('the further addresses in the cell, which are not checked'),
  email_column: z.union([z.string(), z.int()]).describe('the column of the cell: its name, or its number from 1'),
});

export const EXAMPLE_ROW: z.output<typeof ROW> = {
  row: 1,
  email: 'anna@example.com',
  status: 'valid',
  quality: 'safe',
  score: 0.95,
  sub_status: [],
  did_you_mean: null,
  mx_record: 'mx.example.com',
  checked_at: '2026-01-31T12:00:00+00:00',
  duplicate_of: null,
  mailbox_group: 1,
  mailbox: 'f7d54c22dda5b178',
  email_checked: null,
  more_addresses: 0,
  email_column: 'E-Mail',
};
