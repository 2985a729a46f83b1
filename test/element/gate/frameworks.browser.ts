import { frameworks } from './pages.js';
import { tellStories } from './stories.js';

(await frameworks()).forEach(tellStories);
