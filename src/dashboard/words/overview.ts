/** Words of the overview. */
import type { CreditEntry, Plan } from '../answers.js';
import { formatCount } from '../format.js';

/** The kinds of entries in the history of credits. */
const KINDS: Record<CreditEntry['kind'], string> = {
  free: 'Free credits of the month',
  grant: 'Granted',
  purchase: 'Bought',
  check: 'Checks',
  used_before: 'Used before the history of days began',
};

export const OVERVIEW = {
  kinds: KINDS,
  creditsLeft: 'Credits left',
  creditsOf: (free: string, bought: string) => `${free} free, ${bought} bought or granted`,
  reserved: (count: number) => `${formatCount(count, 'more is', 'more are')} reserved for lists.`,
  nextFree: (day: string) => `Free credits are renewed on ${day} (UTC).`,
  noCreditsLeft: 'You have no credits left. Checks are refused until the next free ones come, or more are added.',
  plan: 'Plan',
  planMeaning: { standard: '5 checks a second', enterprise: 'No limit on checks a second' } satisfies Record<
    Plan,
    string
  >,
  checks30: 'Checks in 30 days',
  deliverable: (percent: string) => `${percent} of them valid`,
  use: 'Checks per day',
  useSummary: (all: number, peak: string, day: string) =>
    `${formatCount(all, 'check', 'checks')} in the last 30 days. The most in one day: ${peak}, on ${day}.`,
  verdicts: 'Verdicts',
  asTable: 'Show as a table',
  day: 'Day',
  verdict: 'Verdict',
  checks: 'Checks',
  share: 'Share',
  noChecks: 'No checks in the last 30 days',
  noChecksLead: 'Your charts appear here with the first check.',
  toCheck: 'Check one address',
  toSnippets: 'Add it to a page',
  history: 'History of credits',
  noHistory: 'Nothing yet. Every check and every added credit will be listed here.',
  when: 'When',
  what: 'What',
  credits: 'Credits',
  paidFrom: { free: 'with free credits', grant: 'with granted credits', purchase: 'with bought credits' } as const,
  listCost: (credits: number) => `list, ${formatCount(credits, 'credit', 'credits')} in all`,
  until: (day: string) => `until ${day}`,
} as const;
