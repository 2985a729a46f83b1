/** Words of the page of forms: what became of sign-ups. */
import type { Outcome, UNCHECKED, Wait } from '../../protocol/index.js';
import { formatCount } from '../format.js';

type Reason = (typeof UNCHECKED)[number];

/** Names of the counts, in the table of all numbers. */
const OUTCOME_NAMES: Record<Outcome, string> = {
  used: 'An address was typed',
  checked: 'It got a verdict',
  fixed: 'A typo was fixed',
  undone: 'The fix was undone',
  suggested: 'A suggestion was shown',
  accepted: 'It was accepted',
  kept: 'It was declined',
  warned: 'A warning was shown',
  blocked: 'An error was shown',
  healed: 'Sent after an error, with a corrected address',
  overridden: 'Sent after an error, with the same address',
  saved: 'Sent with an address that was corrected',
  unchecked_hold: 'Sent without a verdict: the wait was too long',
  unchecked_timeout: 'Sent without a verdict: the edge did not answer in time',
  unchecked_network: 'Sent without a verdict: the edge could not be reached',
  unchecked_refused: 'Sent without a verdict: the edge refused the check',
  unchecked_service: 'Sent without a verdict: the service found none',
  unchecked_unasked: 'Sent without a verdict: your code has cancelled the check',
  sent: 'The form was sent',
};

const REASON_NAMES: Record<Reason, string> = {
  hold: 'The wait was too long',
  timeout: 'The edge did not answer in time',
  network: 'The edge could not be reached',
  refused: 'The edge refused the check, such as at a quota',
  service: 'The service behind the edge found none',
  unasked: 'Your code has cancelled the check',
};

const WAIT_NAMES: Record<Wait, string> = {
  verdict_ms: 'From the last key to the verdict',
  held_ms: 'For which a form was held',
};

export const FORM = {
  outcomeNames: OUTCOME_NAMES,
  reasonNames: REASON_NAMES,
  waitNames: WAIT_NAMES,
  period: 'Period',
  lastDays: (days: number) => `Last ${days} days`,
  formSite: 'Site',
  form: 'Form',
  allSites: 'All sites',
  allForms: 'All forms',
  furtherSites: 'Further sites',
  furtherForms: 'Further forms',
  formCsv: 'Download CSV of all forms',
  noForms: (days: number) => `No form was counted in the last ${days} days`,
  noFormsLead: 'The element counts what becomes of your forms, without an address, and your edge tells this service. ',
  noFormsCode: 'Add it to a page',
  signUpsSaved: 'Sign-ups saved',
  savedMeaning: 'Sent with an address that was wrong at first, counted once a form.',
  savedParts: (fixed: number, accepted: number, healed: string) =>
    `In all, ${formatCount(fixed, 'typo', 'typos')} fixed and not undone, ${formatCount(accepted, 'suggestion', 'suggestions')} accepted, ${healed} corrected after an error.`,
  sentAway: 'People sent away',
  sentAwayMeaning: 'Met an error, and sent no address afterwards.',
  sentAwayParts: (blocked: string, healed: string, overridden: string) =>
    `${blocked} met an error; ${healed} corrected the address, ${overridden} sent it all the same.`,
  funnel: 'From the first letter to the form',
  funnelStages: { used: 'Typed an address', checked: 'Got a verdict', sent: 'Sent the form' },
  ofStarted: (percent: string) => `${percent} of those who began`,
  allNumbers: 'Show all numbers as a table',
  allNumbersName: 'All numbers',
  formCount: 'Count',
  withElement: 'With the element',
  heldOutGroup: 'Hold-out group',
  waits: 'Waits',
  wait: 'Wait',
  half: 'Half within',
  most: '95 % within',

  notEnough: 'Not enough yet',
  notEnoughWaits: (count: number) => `A number is shown from ${count} waits on.`,
  noVerdict: 'Sent without a verdict',
  noVerdictLead: (count: number, percent: string) =>
    `${formatCount(count, 'form', 'forms')}, ${percent} of those that were sent.`,
  noVerdictNone: 'None: each form that was sent had a verdict.',
  uncheckedReason: 'Reason',
  worth: 'What the element is worth',
  worthLead: 'In the hold-out group the element only looks on. The difference between the groups is what it does.',
  worthNone:
    'There is no hold-out group. With holdout="5" the element only looks on in 5 % of page views, so that you see what it is worth.',
  worthMany: 'Several forms have a hold-out group. Choose a site and a form: groups of different forms do not compare.',
  worthOf: 'Compared is the form',
  group: 'Group',
  startedForms: 'Started',
  sentForms: 'Sent',
  sentShare: 'Share',
  worthNotEnough: (count: number) =>
    `Not enough yet: the difference is shown from ${count} started forms in each group.`,
  worthFound: (difference: string, low: string, high: string) =>
    `${difference} points with the element; 95 % interval from ${low} to ${high} points.`,
  worthMore: 'More forms are sent with it.',
  worthFewer: 'Fewer forms are sent with it.',
  worthUnclear: 'The interval contains 0: no difference is shown.',
  worthScale: (half: string) =>
    `The bar is the interval, on a scale from \u2212${half} to +${half} points. The dashed line is 0.`,
  worthPicture: (low: string, high: string) => `From ${low} to ${high} points; the line is 0.`,
} as const;
