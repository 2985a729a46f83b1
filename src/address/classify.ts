import type { SubStatus } from '../protocol/index.js';
import { disposableCodeOf } from './lists/disposable.js';
import { FREE } from './lists/free.js';
import { findDomain } from './lists/find-domain.js';
import { RELAYS } from './lists/relays.js';
import { RESERVED } from './lists/reserved.js';
import { isRole } from './lists/roles.js';
import { parseAddress, type ParsedAddress } from './parse.js';

/** The kinds that hold for subdomains too. */
const KINDS: ReadonlyMap<string, SubStatus> = new Map([
  ...RESERVED.map((name) => [name, 'reserved_domain'] as const),
  ...RELAYS.map((name) => [name, 'relay'] as const),
]);

/** Free providers first: most addresses are theirs, and one probe is enough for these. */
const kindOf = (domain: string): SubStatus | undefined =>
  FREE.has(domain) ? 'free_provider' : (findDomain(KINDS, domain) ?? disposableCodeOf(domain));

/** Classifies a parsed address, as {@link classify} does. */
export const classifyParsed = ({ ascii }: ParsedAddress): SubStatus[] => {
  const at = ascii.lastIndexOf('@');
  const domain = ascii.slice(at + 1);
  const local = ascii.slice(0, at).toLowerCase();
  // RFC 5233: the user, the separator that nearly every server uses, and a detail.
  const plus = local.indexOf('+');
  const isSubaddress = plus > 0;

  const codes: SubStatus[] = [];
  const kind = kindOf(domain);
  const isFree = kind === 'free_provider';
  if (kind !== undefined && !isFree) codes.push(kind);
  if (isRole(isSubaddress ? local.slice(0, plus) : local)) codes.push('role_account');
  if (isFree) codes.push(kind);
  if (isSubaddress) codes.push('subaddress');
  return codes;
};

/**
 * Classifies an address by its text alone: `reserved_domain`, `disposable` or `possible_disposable`, `relay`, `role_account`,
 * `free_provider`, `subaddress`, in this order. Never throws.
 * @returns no codes for a text that is no address.
 */
export const classify = (address: string): SubStatus[] => {
  const parsed = parseAddress(address);
  return parsed.ok ? classifyParsed(parsed) : [];
};
