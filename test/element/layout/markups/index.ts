import { CONTAINERS } from './containers.js';
import { EVERYTHING } from './everything.js';
import { FLOW } from './flow.js';
import { LIBRARIES } from './libraries.js';
import { SELECTORS } from './selectors.js';

/** Fragments of real pages. The element must not change a single rectangle of them. */
export const MARKUPS = { ...FLOW, ...LIBRARIES, ...SELECTORS, ...CONTAINERS, ...EVERYTHING };
