import { field, optional } from '../../http/request-fields.js';
import { z } from 'zod';

/** `?page=` and `?limit=` of a listing. */
export const pageFields = (maxLimit: number) => ({
  page: optional(field('a whole number from 1 to 999999', z.string().regex(/^[1-9]\d{0,5}$/), '1')),
  limit: optional(
    field(
      `a whole number from 1 to ${maxLimit}`,
      z
        .string()
        .regex(/^[1-9]\d{0,3}$/)
        .refine((text) => Number(text) <= maxLimit),
      '20',
    ),
  ),
});

/** Entries of a page by default. */
const LIMIT = 20;

/** The page that is asked for. */
export const pageOf = ({
  page = '1',
  limit = `${LIMIT}`,
}: {
  page?: string | undefined;
  limit?: string | undefined;
}) => {
  const [number, size] = [Number(page), Number(limit)];
  return { page: number, limit: size, offset: (number - 1) * size };
};
