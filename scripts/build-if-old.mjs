/** Builds, unless the last build is of the sources as they are. */
import { buildWhatIsOld } from './fresh.mjs';

buildWhatIsOld();
