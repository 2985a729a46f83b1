import type { SubStatus } from '../protocol/index.js';
import { classifyParsed } from './classify.js';
import { parseAddress, type ParsedAddress, type ParseFailure } from './parse.js';
import { suggestParsed, type Suggestion } from './suggest.js';

/** Everything known from the text alone. */
export interface Inspection {
  /** As `parseAddress` returns it. */
  parsed: ParsedAddress | ParseFailure;
  /** As `classify` returns them. */
  codes: SubStatus[];
  /** As `suggest` returns it. */
  suggestion: Suggestion | null;
}

/** Parses, classifies and suggests with one parse: for a check that needs all three. Never throws. */
export const inspect = (text: string): Inspection => {
  const parsed = parseAddress(text);
  return { parsed, codes: parsed.ok ? classifyParsed(parsed) : [], suggestion: suggestParsed(text, parsed) };
};
