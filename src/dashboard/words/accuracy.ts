/** Words of the page that tells how right the verdicts were. */

export const ACCURACY = {
  accuracyLead:
    'Of the addresses that were called valid, risky or unknown before you sent mail to them: how many bounced. The bars show the share and its 95 % interval.',
  accuracySources: 'How outcomes are reported',
  accuracySourcesUrl:
    'https://github.com/email-verify-element/email-verify-element/blob/main/docs/service/mail-outcomes.md',
  remembered: (since: string) =>
    `Verdicts are remembered since ${since}, each for 90 days, by a keyed hash of the mailbox.`,
  notRemembered:
    'Verdicts are not remembered. Begin before you check the addresses of your next mailing: only a verdict that was remembered can be compared.',
  beginRemembering: 'Remember verdicts',
  endRemembering: 'Forget them, and stop',
  forget: 'Forget them',
  forgetTitle: 'Forget all verdicts?',
  forgetLead:
    'The remembered verdicts are deleted for good, and no new ones are remembered. The sums of past weeks stay.',
  begunRemembering: 'Verdicts are remembered from now on.',
  endedRemembering: 'The verdicts are forgotten. The sums of past weeks stay.',
  deliveriesMissing:
    'More bounces than deliveries are reported, so no share means anything. Report deliveries too: by your mail provider, or by the file of those you sent to.',
  noOutcomes: 'No outcomes yet',
  noOutcomesLead: 'They appear here when mail to an address bounces or is delivered after it was checked.',
  verdictsOfLast: 'Verdicts of the last',
  weekCount: (weeks: number) => `${weeks} weeks`,
  validBounced: 'Valid addresses that bounced',
  shareRange: (range: string) => `95 % interval from ${range}`,
  ofCases: (part: string, all: string) => `${part} of ${all}`,
  tooFewOutcomes: (enough: string) => `not enough yet: ${enough} outcomes are needed`,
  notEnoughShort: 'not enough yet',
  noDeliveries: 'no deliveries known',
  outcomesKnown: 'Outcomes known',
  outcomesOf: (delivered: string, bounced: string) => `${delivered} delivered, ${bounced} bounced`,
  barScale: (end: string) => `The bars go from 0 to ${end} %.`,
  limitLine: 'The line: below 2 % mail services are content.',
  byVerdict: 'Bounces by verdict',
  byReason: 'Bounces by reason',
  byWeek: 'Bounces of valid addresses by week',
  byWeekLead: 'By the week of the verdict, in UTC, the newest first. Outcomes of the newest are still to come.',
  byScore: 'Scores and deliveries',
  byScoreLead:
    'The share that was delivered, for each tenth of the scale of scores. Higher scores should be delivered more often: the line is where the score itself would put the share.',
  scoreRange: (from: string, to: string) => `${from} to ${to}`,
  weekOf: (day: string) => `from ${day}`,
  week: 'Week',
  bounced: 'Bounced',
  delivered: 'Delivered',
  outcomes: 'Outcomes',
} as const;
