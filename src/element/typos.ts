/** What is loaded when a person first comes to the field. */
export { suggest } from '../address/suggest.js';
