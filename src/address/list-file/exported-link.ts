/** Links as Access and Excel export them: what is shown, `#`, the target, `#`, and a place in it. */
import { parseAddress } from '../parse.js';

const TARGET = /^(?:mailto:|https?:\/\/)([^\s@]+@[^\s@/]+)\/?$/i;

/** The address of a link; undefined for other text, and for a link that shows another address. */
export const linkedAddress = (text: string): string | undefined => {
  const [shown = '', target = '', place, rest] = text.split('#', 5);
  const [, address = ''] = (place === undefined ? null : TARGET.exec(target)) ?? [];
  if ((rest ?? '') !== '' || !parseAddress(address).ok) return undefined;
  return shown.includes('@') && shown.trim().toLowerCase() !== address.toLowerCase() ? undefined : address;
};
