/** The receipt check of a site's backend, for any runtime with Web standards. */
export type { Decision, Policy, ReceiptClaims } from '../protocol/index.js';
export { memoryStore, type MemoryStoreOptions } from './store/memory.js';
export type { EdgeStore } from './store/types.js';
export type { ReceiptExpectation } from './expectation.js';
export {
  verifyForm,
  type EmailVerification,
  type FormCheck,
  type FormOptions,
  type FormProblem,
  type FormProblemCode,
} from './form.js';
export type { KeySet, PublicJwk } from './remote-jwks.js';
export {
  receiptSchema,
  type ReceiptFields,
  type SchemaIssue,
  type SchemaResult,
  type StandardSchema,
  type VerifiedFields,
} from './schema.js';
export { verifyReceipt, type ReceiptCheck, type ReceiptFault } from './verify.js';
