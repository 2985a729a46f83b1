import { special } from './pages.js';
import { describeScenarios } from './scenarios.js';

special.forEach(describeScenarios);
