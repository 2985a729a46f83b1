import type { SubStatus } from '../protocol/index.js';
import { isDisposable } from './lists/disposable.js';
import { isFreeProvider } from './lists/free.js';
import { isRelay } from './lists/relays.js';
import { isReserved } from './lists/reserved.js';
import { isRole } from './lists/roles.js';
import { parseAddress } from './parse.js';

/**
 * Classifies an address by its text alone: `reserved_domain`, `disposable`, `relay`, `role_account`, `free_provider`, `subaddress`,
 * in this order. Never throws.
 * @returns no codes for a text that is no address.
 */
export const classify = (address: string): SubStatus[] => {
  const parsed = parseAddress(address);
  if (!parsed.ok) return [];
  const at = parsed.ascii.lastIndexOf('@');
  const local = parsed.ascii.slice(0, at).toLowerCase();
  const domain = parsed.ascii.slice(at + 1);
  // RFC 5233: the user, the separator that nearly every server uses, and a detail.
  const [user = '', detail] = local.split(/\+(.*)/s);

  const codes: SubStatus[] = [];
  if (isReserved(domain)) codes.push('reserved_domain');
  if (isDisposable(domain)) codes.push('disposable');
  if (isRelay(domain)) codes.push('relay');
  if (isRole(user)) codes.push('role_account');
  if (isFreeProvider(domain)) codes.push('free_provider');
  if (user !== '' && detail !== undefined) codes.push('subaddress');
  return codes;
};
