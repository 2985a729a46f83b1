/**
 * The letters of five keyboards, ten keys a row, three rows each: QWERTY, QWERTZ, AZERTY, QWERTY of Spain and the North, Dvorak; before
 * them the row of digits.
 */
export const KEYBOARDS = [
  'qwertyuiopasdfghjkl;zxcvbnm,./',
  'qwertzuiopasdfghjklöyxcvbnm,.-',
  'azertyuiopqsdfghjklmwxcvbn,;:!',
  'qwertyuiopasdfghjklñzxcvbnm,.-',
  "',.pyfgcrlaoeuidhtns;qjkxbmwvz",
].map((letters) => `1234567890${letters}`);
