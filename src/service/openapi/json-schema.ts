import { z } from 'zod';
import type { Schema } from './types.js';

/**
 * The JSON Schema of what a schema takes (`input`) or gives (`output`). Objects of answers are open: later versions may
 * have more fields.
 */
export const jsonSchema = (schema: z.ZodType, io: 'input' | 'output', isOpen = io === 'output'): Schema => {
  const made = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema: own }) => {
      if (isOpen) delete own.additionalProperties;
    },
  });
  // The document names the dialect, once.
  delete made.$schema;
  return made as Schema;
};
