import type { SubStatus } from '../protocol/index.js';
import { disposableCodeOf } from './known-domains/disposable.js';
import { FREE } from './known-domains/free-providers.js';
import { findDomain } from './known-domains/find-domain.js';
import { RELAYS } from './known-domains/relays.js';
import { RESERVED } from './known-domains/reserved.js';
import { isRole } from './role-accounts.js';
import { parseAddress, type ParsedAddress } from './parse.js';

/** The kinds of domains that include subdomains. */
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
  // RFC 5233: the user, the separator of nearly every server, and a detail.
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
 * Classifies an address by its text alone: `reserved_domain`, `disposable` or `possible_disposable`, `relay`,
 * `role_account`, `free_provider`, `subaddress`, in this order. Never throws.
 * @returns no codes for text that is not an address.
 */
export const classify = (address: string): SubStatus[] => {
  const parsed = parseAddress(address);
  return parsed.ok ? classifyParsed(parsed) : [];
};
