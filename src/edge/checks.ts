import { parseAddress } from '../address/parse.js';
import type { Settings } from './options.js';
import { takeCall } from './quota.js';
import type { NormalisedAddress } from './receipt/subject.js';
import { createAsk } from './upstream/ask.js';
import type { Finding, Trouble, Troubled } from './upstream/types.js';

/** What was found, and where. */
export interface Found {
  finding: Finding;
  /** Who knew: the address itself, what is remembered, or the upstream. */
  from: 'address' | 'memory' | 'upstream';
}

/**
 * Finds out about an address: from memory, from a check under way, or from the upstream. Always gives a finding.
 * @param hash a keyed hash of the address.
 * @param origin the page that asks: a call is counted against it.
 */
export type Check = (address: NormalisedAddress, hash: string, origin: string) => Promise<Found>;

const MINUTE_MS = 60_000;

/** How long a finding is remembered. Trouble is not: the next try may fare better. */
const REMEMBERED_MS = {
  valid: 60 * MINUTE_MS,
  invalid: 10 * MINUTE_MS,
  risky: 10 * MINUTE_MS,
  unknown: MINUTE_MS / 2,
} as const;

/** How many addresses are asked about at once. Each ends within the upstream's time. */
const MAX_UNDER_WAY = 1000;

const notAnAddress: Found = {
  finding: { status: 'invalid', quality: 'unsafe', sub_status: ['syntax_error'], did_you_mean: null },
  from: 'address',
};

const notFoundOut = (trouble: Trouble): Found => ({
  finding: { status: 'unknown', quality: 'unknown', sub_status: [trouble], did_you_mean: null },
  from: 'upstream',
});

/** A suggestion reaches a person's form: nothing but an address may. */
const withAddressOrNull = (finding: Finding): Finding => {
  const { did_you_mean: suggestion } = finding;
  return suggestion === null || parseAddress(suggestion).ok ? finding : { ...finding, did_you_mean: null };
};

/** Makes the one place through which every check goes. */
export const createCheck = (settings: Settings): Check => {
  const { upstream, store, now, log, onUpstreamTrouble } = settings;
  const ask = createAsk(upstream);
  const underWay = new Map<string, Promise<Found>>();

  const paidBy = (origin: string) => async (): Promise<Troubled | null> => {
    const spent = await takeCall(settings, origin);
    return spent && { trouble: 'rate_limited', reason: `not asked: the edge's own ${spent} is used up` };
  };

  /** What is remembered; a store that fails at this, or has it wrong, remembers nothing. */
  const recall = async (key: string): Promise<Finding | null> => {
    try {
      return JSON.parse((await store.get(key)) ?? 'null') as Finding | null;
    } catch {
      return null;
    }
  };

  const tell = ({ trouble: code, reason }: Troubled, ms: number): Found => {
    log({ event: 'upstream', code, reason, ms });
    onUpstreamTrouble({ code, reason });
    return notFoundOut(code);
  };

  const find = async (address: string, key: string, origin: string): Promise<Found> => {
    const remembered = await recall(key);
    if (remembered !== null) return { finding: remembered, from: 'memory' };
    const started = now();
    const answer = await ask(address, paidBy(origin));
    if ('trouble' in answer) return tell(answer, now() - started);
    const finding = withAddressOrNull(answer.finding);
    // The finding is paid for: a store that cannot keep it takes it from nobody. Its log has a line of it.
    await store.set(key, JSON.stringify(finding), REMEMBERED_MS[finding.status]).catch(() => undefined);
    return { finding, from: 'upstream' };
  };

  return ({ text, valid }, hash, origin) => {
    if (!valid) return Promise.resolve(notAnAddress);
    const key = `v:${hash}`;
    const running = underWay.get(key);
    if (running) return running;
    if (underWay.size >= MAX_UNDER_WAY) {
      return Promise.resolve(tell({ trouble: 'rate_limited', reason: 'not asked: too many calls are under way' }, 0));
    }
    const found = find(text, key, origin).finally(() => underWay.delete(key));
    underWay.set(key, found);
    return found;
  };
};
