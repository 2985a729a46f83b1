import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { CLI } from '../load/start.js';
import { SECRET } from './start.js';

/** A worker on lists in a process of its own, `email-verify-server work`. */
export interface WorkProcess {
  end: () => Promise<void>;
}

/** Starts a worker. @param settings `DATABASE_URL` of the service, and what its verifier needs. */
export const startWork = async (settings: Record<string, string>): Promise<WorkProcess> => {
  const child = spawn(process.execPath, [CLI, 'work'], {
    env: { ...process.env, SECRET, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = (): boolean => child.kill('SIGKILL');
  process.once('exit', kill);
  await once(child.stdout, 'data');
  return {
    end: async () => {
      process.off('exit', kill);
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
};
