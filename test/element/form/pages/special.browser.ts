import { sample } from '../../../support/whole.js';
import { special } from './pages.js';
import { describeScenarios } from './scenarios.js';

sample(special, 2).forEach(describeScenarios);
