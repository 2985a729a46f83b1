import { others } from './pages.js';
import { tellStories } from './stories.js';

others.forEach(tellStories);
