/** `<email-verify>`: the class, its events and its types. Registers nothing: `./define` does. */
export type { AnswerChallenge } from './edge-client/challenge.js';
export { EmailVerifyChallengeEvent } from './challenge-event.js';
export { EmailVerifyElement } from './email-verify-element.js';
export * from './events.js';
export type { FailureCode } from './edge-client/check-result.js';
export type { Messages, OwnMessages } from './languages/en.js';
export type {
  ChallengePrompt,
  Decision,
  Policy,
  PolicyWord,
  Quality,
  Status,
  SubStatus,
  SubStatusCode,
  Verdict,
} from '../protocol/index.js';
