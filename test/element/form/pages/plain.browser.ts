import { plain } from './pages.js';
import { describeScenarios } from './scenarios.js';

plain.forEach(describeScenarios);
