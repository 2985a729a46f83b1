/** The longest cell that is examined. */
const MAX_LENGTH = 400;

/** An address alone, or behind a name in angle brackets. No character that may separate columns is in it. */
const ADDRESS = /^(?:[^<>]*<)?(?:mailto:)?[^\s@,;:|<>"()]+@[^\s@,;:|<>"().]+(?:\.[^\s@,;:|<>"().]+)+>?$/i;

/** True if a cell looks like an address, valid or not. */
export const isAddressLike = (cell: string): boolean =>
  cell.length <= MAX_LENGTH && cell.includes('@') && ADDRESS.test(cell.trim());
