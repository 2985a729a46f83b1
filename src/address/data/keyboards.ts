/**
 * The keys of five keyboards, ten a row: the row of digits, then three rows of letters. QWERTY, QWERTZ, AZERTY, QWERTY
 * of Spain and the Nordic countries, Dvorak.
 */
export const KEYBOARDS = [
  'qwertyuiopasdfghjkl;zxcvbnm,./',
  'qwertzuiopasdfghjklöyxcvbnm,.-',
  'azertyuiopqsdfghjklmwxcvbn,;:!',
  'qwertyuiopasdfghjklñzxcvbnm,.-',
  "',.pyfgcrlaoeuidhtns;qjkxbmwvz",
].map((letters) => `1234567890${letters}`);
