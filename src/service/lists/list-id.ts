import { z } from 'zod';
import { field } from '../http/request-fields.js';

/** The id of a list, in a path. */
export const LIST_ID = field(
  'the id of a list',
  z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
  '7',
);
