import { z } from 'zod';

/** The credits of an account in answers. */
export const CREDITS = z.object({
  free: z.int().describe("left of this month's free ones"),
  bought: z.int().describe('granted and bought ones that have not expired'),
  reserved: z.int().describe('set aside for lists'),
});

export const EXAMPLE_CREDITS = { free: 97, bought: 0, reserved: 0 };
