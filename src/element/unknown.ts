/** What is said when the address could not be checked: even then when nothing but this could be loaded. */
export const UNKNOWN = 'This address could not be checked. Please try again.';
