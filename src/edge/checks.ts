import { parseAddress } from '../address/index.js';
import { keyedHash } from './keys.js';
import type { Settings } from './options.js';
import type { NormalisedAddress } from './receipt/subject.js';
import { createAsk, type Answer, type Finding, type Trouble } from './upstream/ask.js';

/** Finds out about an address: from memory, from a check under way, or from the upstream. Always gives a finding. */
export type Check = (address: NormalisedAddress, key: CryptoKey) => Promise<Finding>;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How long a finding is remembered. Trouble is not: the next try may fare better. */
const REMEMBERED_MS = {
  valid: 60 * MINUTE_MS,
  invalid: 10 * MINUTE_MS,
  risky: 10 * MINUTE_MS,
  unknown: MINUTE_MS / 2,
} as const;

const notAnAddress: Finding = {
  status: 'invalid',
  quality: 'unsafe',
  sub_status: ['syntax_error'],
  did_you_mean: null,
};

const notFoundOut = (trouble: Trouble): Finding => ({
  status: 'unknown',
  quality: 'unknown',
  sub_status: [trouble],
  did_you_mean: null,
});

/** A suggestion reaches a person's form: nothing but an address may. */
const withAddressOrNull = (finding: Finding): Finding => {
  const { did_you_mean: suggestion } = finding;
  return suggestion === null || parseAddress(suggestion).ok ? finding : { ...finding, did_you_mean: null };
};

/** Makes the one place through which every check goes. */
export const createCheck = ({ upstream, store, quotas, now, log }: Settings): Check => {
  const ask = createAsk(upstream);
  const underWay = new Map<string, Promise<Finding>>();

  const askWithinTheDay = async (address: string): Promise<Answer> => {
    const { allowed } = await store.take('day', quotas.checksPerDay, DAY_MS);
    return allowed ? ask(address) : { trouble: 'rate_limited', reason: "the edge's own checksPerDay is used up" };
  };

  /** What is remembered; a store that fails at this, or has it wrong, remembers nothing. */
  const recall = async (key: string): Promise<Finding | null> => {
    try {
      return JSON.parse((await store.get(key)) ?? 'null') as Finding | null;
    } catch {
      return null;
    }
  };

  const find = async (address: string, key: string): Promise<Finding> => {
    const remembered = await recall(key);
    if (remembered !== null) return remembered;
    const started = now();
    const answer = await askWithinTheDay(address);
    if ('trouble' in answer) {
      log({ event: 'upstream', code: answer.trouble, reason: answer.reason, ms: now() - started });
      return notFoundOut(answer.trouble);
    }
    const finding = withAddressOrNull(answer.finding);
    // The finding is paid for: a store that cannot keep it takes it from nobody. Its log has a line of it.
    await store.set(key, JSON.stringify(finding), REMEMBERED_MS[finding.status]).catch(() => undefined);
    return finding;
  };

  return async ({ text, valid }, hashKey) => {
    if (!valid) return notAnAddress;
    const key = `v:${await keyedHash(hashKey, text)}`;
    const running = underWay.get(key);
    if (running) return running;
    const finding = find(text, key).finally(() => underWay.delete(key));
    underWay.set(key, finding);
    return finding;
  };
};
