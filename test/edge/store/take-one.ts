import type { EdgeStore, Taken } from '../../../src/edge/index.js';

/** Takes one from one counter. */
export const takeOne = async (
  store: EdgeStore,
  key: string,
  limit: number,
  windowMs: number,
  group = key,
): Promise<Taken> => {
  const [taken, ...others] = await store.take(group, [{ key, limit, windowMs }]);
  if (!taken || others.length > 0) throw new TypeError(`one counter, but ${others.length} more or none came back`);
  return taken;
};
