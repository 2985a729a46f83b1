import { z } from 'zod';

/** A time as `timestamp()` writes it. */
export const TIME = z.string().meta({ format: 'date-time' });
export const EXAMPLE_TIME = '2026-01-31T12:00:00+00:00';
