import { EdgeStoreObject, type ObjectNamespace } from '../../../src/edge/index.js';

/** Objects with storage in memory, whose alarms go off when the test says so. */
export const objects = (): {
  namespace: ObjectNamespace;
  names: () => string[];
  ring: (nowMs: number) => Promise<void>;
} => {
  const all = new Map<string, { object: EdgeStoreObject; kv: Map<string, unknown>; alarm: { at: number | null } }>();
  const open = (name: string) => {
    const kv = new Map<string, unknown>();
    const alarm: { at: number | null } = { at: null };
    const object = new EdgeStoreObject({
      storage: {
        kv: {
          get: (key) => structuredClone(kv.get(key)),
          put: (key, value) => void kv.set(key, structuredClone(value)),
          delete: (key) => kv.delete(key),
          list: () => [...kv],
        },
        setAlarm: (timeMs) => Promise.resolve(void (alarm.at = timeMs)),
        deleteAll: () => {
          kv.clear();
          return Promise.resolve();
        },
      },
    });
    all.set(name, { object, kv, alarm });
    return object;
  };
  return {
    namespace: {
      idFromName: (name) => name,
      get: (id) => ({
        fetch: (url, init) => (all.get(String(id))?.object ?? open(String(id))).fetch(new Request(url, init)),
      }),
    },
    names: () => [...all].filter(([, { kv }]) => kv.size > 0).map(([name]) => name),
    ring: async (nowMs) => {
      for (const { object, alarm } of all.values()) {
        if (alarm.at === null || alarm.at > nowMs) continue;
        alarm.at = null;
        await object.alarm();
      }
    },
  };
};
