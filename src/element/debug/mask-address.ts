/**
 * The local part, which stays out of the console, since readers of the console (error trackers, recordings,
 * screenshots) may store it.
 */
const LOCAL_PART = /^(.)?.*(?=@)/s;

/**
 * Masks an address: only the first letter of the local part stays, as in `a…@gmail.com`. Of text without an @, only the
 * length is given.
 */
export const mask = (address: string): string => {
  if (address === '') return 'nothing';
  return address.includes('@') ? address.replace(LOCAL_PART, '$1…') : `a text without an @ (length ${address.length})`;
};

/** Masks an address in a text of a server. */
export const maskIn = (text: string, address: string): string =>
  address ? text.replaceAll(address, mask(address)) : text;
