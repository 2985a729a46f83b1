import { bareAddress } from './client-network.js';
import { ipv4Octets, ipv6Groups, octetsAt } from './ip-address.js';

/** The bits of an address, as text of `0` and `1`. */
interface Bits {
  family: 4 | 6;
  bits: string;
}

const toBits = (numbers: readonly number[], width: number): string =>
  numbers.map((number) => number.toString(2).padStart(width, '0')).join('');

/** The bits of an IP address, or null if the text is not one. IPv4-mapped IPv6 (`::ffff:…`) counts as IPv4. */
const readAddress = (text: string): Bits | null => {
  const octets = ipv4Octets(text);
  if (octets) return { family: 4, bits: toBits(octets, 8) };
  const groups = ipv6Groups(text);
  if (!groups) return null;
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  return isMapped ? { family: 4, bits: toBits(octetsAt(groups, 6), 8) } : { family: 6, bits: toBits(groups, 16) };
};

/**
 * The common bits of a block such as `192.0.2.0/24` or `2001:db8::/32` (RFC 4632), or of a single address; null if it
 * is neither.
 */
const readBlock = (text: string): Bits | null => {
  const [, address = '', digits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const read = readAddress(address);
  if (read === null) return null;
  const length = digits === undefined ? read.bits.length : Number(digits);
  // The length of a mapped block would count the bits of IPv6.
  const isMapped = read.family === 4 && address.includes(':');
  if (length > read.bits.length || (isMapped && digits !== undefined)) return null;
  // Bits after the length are a typo: 192.0.2.1/24.
  return read.bits.slice(length).includes('1') ? null : { family: read.family, bits: read.bits.slice(0, length) };
};

/** True for a block of addresses in CIDR notation without bits after its length, or a single address. */
export const isBlock = (text: string): boolean => readBlock(text) !== null;

/** True if an address is in one of the blocks. A text that is no address is in none. */
export const isInBlocks = (address: string, blocks: readonly string[]): boolean => {
  const read = readAddress(bareAddress(address));
  if (read === null) return false;
  return blocks.map(readBlock).some((block) => block?.family === read.family && read.bits.startsWith(block.bits));
};
