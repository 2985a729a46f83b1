/** The edge: a proxy between pages and the verification service, so that pages need no API key. */
export { altcha, type AltchaOptions } from './challenge/altcha.js';
export { hcaptcha, recaptcha, turnstile, type ActionOptions, type RecaptchaOptions } from './challenge/providers.js';
export { challengeFromSettings } from './runtime/challenge-from-settings.js';
export type { SiteverifyOptions } from './challenge/siteverify.js';
export { ChallengeUnavailable, type Challenge, type ChallengeContext } from './challenge/types.js';
export { createEdge, type Edge } from './edge.js';
export { StartupError } from '../config/startup-error.js';
export type { EdgeLog, EdgeLogLine } from './log.js';
export { DEFAULT_QUOTAS, type ChallengeOption, type EdgeOptions, type Quotas, type Secret } from './options.js';
export {
  generateReceiptKey,
  receiptKeyFromSeed,
  type Ed25519PublicKey,
  type P256PublicKey,
  type ReceiptPrivateKey,
  type ReceiptPublicKey,
} from '../receipt/key.js';
export type { ReceiptKeys } from '../receipt/signing-keys.js';
export type { ReceiptAlgorithm } from '../protocol/index.js';
export { durableObjectStore, EdgeStoreObject, type ObjectNamespace, type ObjectState } from './store/durable-object.js';
export { memoryStore, type MemoryStoreOptions } from '../receipt/store/memory.js';
export { redisStore, type RedisSend, type RedisStoreOptions } from './store/redis.js';
export type { CounterLimit, Counts, EdgeStore, TableBounds, Taken } from '../receipt/store/types.js';
export type { EdgeContext } from './routes.js';
export { createOutcomeFeed, type OutcomeFeed, type OutcomeFeedOptions } from './outcome-feed.js';
export { readOutcomes } from './outcomes.js';
export type { FormOutcomes, Outcome, OutcomeCounts, OutcomeReport, Wait } from '../protocol/index.js';
export type {
  AdaptedUpstream,
  BreakerOptions,
  ServiceUpstream,
  Trouble,
  UpstreamCalls,
  UpstreamLimits,
  UpstreamTrouble,
} from './upstream/types.js';
