import { frameworks } from './pages.js';
import { describeScenarios } from './scenarios.js';

(await frameworks()).forEach(describeScenarios);
