/** The name before the @, which stays out of the console: what reads it there may keep it (error trackers, recordings, pictures). */
const LOCAL_PART = /^(.)?.*(?=@)/s;

/** An address with only the first letter of its local part: `a…@gmail.com`. Of a text without an @, only its length. */
export const mask = (address: string): string => {
  if (address === '') return 'nothing';
  return address.includes('@') ? address.replace(LOCAL_PART, '$1…') : `a text without an @ (length ${address.length})`;
};

/** A text of a server with an address in it masked. */
export const maskIn = (text: string, address: string): string =>
  address ? text.replaceAll(address, mask(address)) : text;
