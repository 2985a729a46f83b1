import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** Clients that send one request after the other, each on its own kept-alive connection, with pauses of up to 20 ms. */
export interface SteadyClients {
  /** Resolves once each client has had `count` answers. */
  answered: (count: number) => Promise<void>;
  /**
   * The reason why each client ended: `close`, when an answer said `connection: close`; the code of an error; or
   * `late`, an error of a client that a busy machine kept from sending for a quarter of a second.
   */
  ends: Promise<string[]>;
}

/** Starts steady clients at a URL. None opens a second connection. */
export const startSteadyClients = (url: string, count: number): SteadyClients => {
  const answers = Array<number>(count).fill(0);
  const run = async (n: number): Promise<string> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let pauseMs: number | undefined;
    try {
      for (let i = 0; ; i++) {
        const [message] = (await once(httpRequest(url, { agent }).end(), 'response')) as [IncomingMessage];
        await message.toArray();
        answers[n]! += 1;
        if (message.headers.connection === 'close') return 'close';
        const paused = performance.now();
        await sleep((n * 7 + i * 3) % 20);
        pauseMs = performance.now() - paused;
      }
    } catch (error) {
      return (pauseMs ?? 0) > 250 ? 'late' : ((error as NodeJS.ErrnoException).code ?? String(error));
    } finally {
      agent.destroy();
    }
  };
  return {
    answered: async (least) => {
      while (Math.min(...answers) < least) await sleep(5);
    },
    ends: Promise.all(Array.from({ length: count }, (_, n) => run(n))),
  };
};
