import { plain } from './pages.js';
import { tellStories } from './stories.js';

plain.forEach(tellStories);
