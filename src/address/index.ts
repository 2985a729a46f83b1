/** Checks of an address that need no network. */
export { classify } from './classify.js';
export { inspect, type Inspection } from './inspect.js';
export { canonicalMailbox } from './mailbox.js';
export { parseAddress, type ParsedAddress, type ParseFailure } from './parse.js';
export { suggest, type Suggestion } from './suggest.js';
