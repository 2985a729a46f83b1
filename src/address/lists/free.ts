import { LARGE, OTHERS } from '../data/providers.js';

const FREE: ReadonlySet<string> = new Set([...LARGE, ...OTHERS]);

/** Whether anybody can have a mailbox under this domain. */
export const isFreeProvider = (domain: string): boolean => FREE.has(domain);
