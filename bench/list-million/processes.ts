/** The memory and the CPU time of processes, as Linux tells them. */
import { readFileSync, readdirSync } from 'node:fs';

/** The interval at which memory is read, in ms. */
const INTERVAL_MS = 50;
/** The units of CPU time in /proc, per second. */
const TICKS = 100;

const KINDS: [kind: string, pattern: RegExp][] = [
  ['serve', /cli\/main\.js\0serve/],
  ['work', /cli\/main\.js\0work/],
  ['PostgreSQL', /postgres/],
];

/** The processes of a kind. */
export interface Usage {
  /** The most memory that one of them has had, without what it shares with others, in megabytes. */
  megabytes: number;
  /** The CPU time of all of them, in seconds. */
  cpu: number;
}

export type Usages = Record<string, Usage>;

/** Reads a file of a process; empty if the process has ended. */
const read = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};

const tasksOf = (pid: number): string[] => {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
};

const descendantsOf = (pid: number): number[] =>
  tasksOf(pid)
    .flatMap((task) => read(pid, `task/${task}/children`).trim().split(' ').filter(Boolean).map(Number))
    .flatMap((child) => [child, ...descendantsOf(child)]);

const residentOf = (pid: number): number => {
  const status = read(pid, 'status');
  const kilobytes = (field: string): number =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);
  return (kilobytes('VmRSS') - kilobytes('RssShmem')) / 1024;
};

/** User and system time: the 14th and the 15th field; the second one is the name, in parentheses. */
const cpuOf = (pid: number): number => {
  const fields = read(pid, 'stat')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS;
};

/** Measures the processes below this one while work is done. */
export const usedDuring = async <T>(work: () => Promise<T>): Promise<{ result: T; used: Usages }> => {
  const seen = new Map<number, { kind: string; megabytes: number; before: number; after: number }>();
  const sample = (isFirst = false): void => {
    for (const pid of descendantsOf(process.pid)) {
      const command = read(pid, 'cmdline');
      const kind = KINDS.find(([, pattern]) => pattern.test(command))?.[0];
      if (kind === undefined) continue;
      const cpu = cpuOf(pid);
      const one = seen.get(pid) ?? { kind, megabytes: 0, before: isFirst ? cpu : 0, after: cpu };
      seen.set(pid, { ...one, megabytes: Math.max(one.megabytes, residentOf(pid)), after: Math.max(one.after, cpu) });
    }
  };
  sample(true);
  const timer = setInterval(sample, INTERVAL_MS);
  const result = await work().finally(() => {
    clearInterval(timer);
  });
  sample();
  const used: Usages = {};
  for (const { kind, megabytes, before, after } of seen.values()) {
    const { megabytes: most = 0, cpu = 0 } = used[kind] ?? {};
    used[kind] = { megabytes: Math.max(most, megabytes), cpu: cpu + after - before };
  }
  return { result, used };
};
