import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A case for `verify.php`. */
export interface Case {
  options: Record<string, unknown>;
  receipt?: unknown;
  email?: unknown;
  /** Seconds since 1970. */
  now?: number;
  /** The name of a cache that outlives the case. */
  cache?: string;
  once?: true;
}

/** The result of the check in PHP. */
export interface Answer {
  ok?: boolean;
  decision?: string;
  email?: string;
  reason?: string;
  claims?: Record<string, unknown>;
  throws?: string;
}

/** A PHP process that checks receipts. */
export interface Php {
  verify: (one: Case) => Promise<Answer>;
  end: () => void;
}

/** @param file the check, as it is built. @param flags of the program `php`. */
export const startPhp = (file: string, flags: string[] = []): Php => {
  const program = join(import.meta.dirname, 'verify.php');
  const child = spawn('php', [...flags, program, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting: ((line: string) => void)[] = [];
  createInterface(child.stdout).on('line', (line) => waiting.shift()?.(line));
  return {
    verify: (one) =>
      new Promise((resolve, reject) => {
        waiting.push((line) => {
          try {
            resolve(JSON.parse(line) as Answer);
          } catch {
            reject(new Error(line));
          }
        });
        child.stdin.write(`${JSON.stringify(one)}\n`);
      }),
    end: () => child.stdin.end(),
  };
};
