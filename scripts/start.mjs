/** `npm start`: builds what is missing or older than its source, then serves. */
import { buildWhatIsOld } from './fresh.mjs';

buildWhatIsOld();
// In this process, so that Ctrl-C reaches it and nothing is left behind.
process.argv.splice(2, 0, 'serve');
await import('../dist/node/cli.js');
