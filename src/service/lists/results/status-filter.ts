/** `?status=` of the rows of a list. */
import { z } from 'zod';
import { STATUSES, type Status } from '../../../protocol/index.js';
import { field } from '../../http/request-fields.js';

/** Statuses with commas between. */
export const STATUS_LIST = field(
  `one or more of ${STATUSES.join(', ')}, with commas between`,
  z.string().regex(new RegExp(`^(?:${STATUSES.join('|')})(?:,(?:${STATUSES.join('|')}))*$`)),
  'valid,risky',
);

/** The statuses of the query; null: all. */
export const statusesOf = (text: string | undefined): Status[] | null =>
  text === undefined ? null : STATUSES.filter((status) => text.split(',').includes(status));
