/** `npm start`: builds if necessary, then serves. */
import { buildWhatIsOld } from './fresh.mjs';

buildWhatIsOld();
// In this process, so that Ctrl-C reaches it and no child process is left.
process.argv.splice(2, 0, 'serve');
await import('../server/dist/cli/main.js');
