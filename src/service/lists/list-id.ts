import { numberInPath } from '../http/request-fields.js';

/** The id of a list, in a path. */
export const LIST_ID = numberInPath('the id of a list', '7');
