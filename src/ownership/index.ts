/** The server's half of the Email Verification Protocol: a browser's proof that a person controls an address. */
export type { OwnershipExpectation, ResolveTxt } from './expectation.js';
export type { OwnershipFault } from './fault.js';
export { verifyOwnership, type OwnershipCheck } from './verify.js';
