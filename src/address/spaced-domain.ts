import { COMMON_SUFFIXES, REAL_TLDS } from './data/endings.js';
import { LARGE } from './data/providers.js';
import { guessDomain, isProvider } from './guess-domain.js';
import { parseAddress } from './parse.js';

/** An address whose domain has spaces between letters, but is otherwise a valid one. */
const SPACED = /^([^\s@]+)\s*@\s*([a-z\d.-]+(?:\s+[a-z\d.-]+){1,5})$/i;

const endingOf = (domain: string): string => domain.slice(domain.lastIndexOf('.') + 1);

/** True if a space is in the ending, and the ending without it is better known than the one before the space. */
const isEndingSplit = (spaced: string, joined: string): boolean => {
  if (!/\.[a-z]+\s+[a-z]+$/.test(spaced)) return false;
  const whole = endingOf(joined);
  return (
    COMMON_SUFFIXES.includes(whole) || (REAL_TLDS.test(whole) && !REAL_TLDS.test(endingOf(spaced.split(/\s/)[0] ?? '')))
  );
};

/**
 * Reads a domain without the spaces between its letters, if the result is better known than the text before the space:
 * gma il.com, hotmail.co m, firm.c om.
 */
export const readSpaced = (text: string): { address: string; certain: boolean } | null => {
  const [, local = '', typed = ''] = SPACED.exec(text.trim()) ?? [];
  const spaced = typed.toLowerCase();
  if (!/[a-z\d-]\s+[a-z\d-]/.test(spaced)) return null;
  const joined = spaced.replace(/\s+/g, '');
  const guessed = guessDomain(joined)?.domain ?? joined;
  // A longer text contains further words.
  const isKnown = isProvider(guessed) && guessed.length > joined.length - 2;
  if (!isKnown && !isEndingSplit(spaced, joined)) return null;
  const address = `${local}@${guessed}`;
  return parseAddress(address).ok ? { address, certain: LARGE.includes(joined) } : null;
};
