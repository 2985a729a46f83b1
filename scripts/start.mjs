/** `npm start`: builds if necessary, then serves. */
import { buildWhatIsServed } from './fresh.mjs';

buildWhatIsServed();
// In this process, so that Ctrl-C reaches it and no child process is left.
process.argv.splice(2, 0, 'serve');
await import('../server/dist/cli/main.js');
