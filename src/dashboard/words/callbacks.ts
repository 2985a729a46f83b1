/** Words about callbacks: their log, and how they are signed. */
import type { Callback } from '../answers.js';

export const CALLBACKS = {
  callbackLog: 'Callback',
  callbackTo: 'It goes to',
  callbackEnds: 'It is sent when the list ends.',
  callbackState: {
    delivered: 'Delivered',
    givenUp: 'Given up',
    later: (time: string) => `Next attempt at ${time}`,
    running: 'Being sent',
  },
  events: {
    'batch.completed': 'The list is finished',
    'batch.failed': 'The list has failed',
    'batch.cancelled': 'The list was stopped',
  } satisfies Record<Callback['event'], string>,
  attempts: 'Attempts',
  attemptAt: 'When',
  answer: 'Answer',
  duration: 'Time',
  milliseconds: (ms: string) => `${ms} ms`,
  underWay: 'no answer yet',
  replay: 'Send it again',
  replayed: 'The callback is sent again.',
  reload: 'Show the latest attempts',
  reloaded: 'The attempts are up to date.',

  callbacks: 'Callbacks',
  callbacksLead:
    'A list with a callback URL tells its end there. Your server checks the signature (Standard Webhooks) with this secret.',
  callbackSecret: 'Secret',
  hiddenSecret: 'whsec_…',
  showSecret: 'Show the secret of callbacks',
  hideSecret: 'Hide the secret of callbacks',
  copySecret: 'Copy the secret of callbacks',
  rotateSecret: 'Replace',
  rotateSecretName: 'Replace the secret of callbacks',
  rotateSecretTitle: 'Replace the secret of callbacks?',
  rotateSecretLead: 'You get a new secret. Messages are signed with both while the old one still works.',
  secretGrace: 'The old secret signs for',
  secretRotated: (time: string) => `There is a new secret. The old one signs as well until ${time}.`,
  secretRotatedNow: 'There is a new secret. The old one has ended.',
  testUrl: 'URL of your receiver',
  testUrlHint: 'A signed message of the type test is sent there now, once.',
  sendTest: 'Send a test',
  sendingTest: 'Sending…',
  testDelivered: (status: number, ms: string) => `Delivered: your receiver answered ${status} after ${ms} ms.`,
  testFailed: (reason: string, status: number | null) =>
    `Not delivered: ${reason}${status === null ? '' : ` (${status})`}.`,
} as const;
