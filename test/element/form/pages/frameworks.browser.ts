import { sample } from '../../../support/whole.js';
import { frameworks } from './pages.js';
import { describeScenarios } from './scenarios.js';

sample(await frameworks(), 2).forEach(describeScenarios);
