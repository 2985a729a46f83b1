/** The longest cell that is looked at. */
const MAX_LENGTH = 400;

/** An address alone, or behind a name in angle brackets. No character that may separate columns is in it. */
const ADDRESS = /^(?:[^<>]*<)?[^\s@,;|<>"()]+@[^\s@,;|<>"().]+(?:\.[^\s@,;|<>"().]+)+>?$/;

/** True if a cell looks like an address, which need not be a correct one. */
export const isAddressLike = (cell: string): boolean =>
  cell.length <= MAX_LENGTH && cell.includes('@') && ADDRESS.test(cell.trim());
