import { z } from 'zod';
import type { Schema } from './types.js';

/**
 * The JSON Schema of what a schema takes (`input`) or gives (`output`). Objects of answers are open: later versions may
 * have more fields.
 */
export const jsonSchema = (schema: z.ZodType, io: 'input' | 'output', isOpen = io === 'output'): Schema => {
  const made = z.toJSONSchema(schema, {
    io,
    override: ({ zodSchema, jsonSchema: own }) => {
      if (isOpen && own.additionalProperties === false) delete own.additionalProperties;
      // zod leaves out those of what transforms: it cannot know on which side they are.
      const examples = z.globalRegistry.get(zodSchema)?.['examples'];
      if (Array.isArray(examples)) own.examples = examples;
    },
  });
  // The document names the dialect, once.
  delete made.$schema;
  return made as Schema;
};
