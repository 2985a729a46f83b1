import type { SubStatus } from '../../../protocol/index.js';
import { assess, scoreLines } from '../../../verifier/score.js';

/** A service's opinion of an address as a whole. */
export type Opinion = 'good' | 'doubtful' | 'bad' | 'unknown';

/** Codes that explain a doubtful opinion of an address that can receive mail. */
const DOUBTS: readonly SubStatus[] = ['disposable', 'role_account'];

const withoutProof = (codes: readonly SubStatus[]): SubStatus[] =>
  scoreLines(codes).flatMap(({ code, effect }) => (effect === 'invalid' ? [] : code));

/**
 * Adds a code if the codes of a service's details do not explain its opinion of the whole address, so that the table of
 * scores (src/verifier/score.ts) gives a status no better than the opinion. Details that contradict a good opinion
 * prove nothing: the address is then `unknown`.
 * @param exists true if the service says that the mailbox exists.
 */
export const agree = (codes: readonly SubStatus[], opinion: Opinion, exists: boolean): readonly SubStatus[] => {
  const { status } = assess(codes);
  const isExplained = status !== 'valid' || codes.some((code) => DOUBTS.includes(code));
  switch (opinion) {
    case 'good':
      return status === 'invalid' ? [...withoutProof(codes), 'smtp_unavailable'] : codes;
    case 'doubtful':
      return isExplained ? codes : [...codes, 'smtp_unavailable'];
    case 'bad':
      if (status === 'invalid' || status === 'unknown' || codes.includes('disposable')) return codes;
      return [...codes, exists ? 'smtp_unavailable' : 'mailbox_not_found'];
    case 'unknown':
      return status === 'unknown' ? codes : [...withoutProof(codes), 'smtp_unavailable'];
  }
};
