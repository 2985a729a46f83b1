import { befall } from './support/befall.js';

await befall('wordless');
