import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { fetchToken, HEADERS } from '../edge/start.js';

/** The interval of a probe, in ms. */
const INTERVAL_MS = 20;

/** Measures how long requests take, one at a time at an even interval, on an open connection. */
export interface Probe {
  /** Measures until the work has ended. @returns the times, in ms. */
  during: (work: Promise<unknown>) => Promise<number[]>;
  end: () => void;
}

/** @param path of a GET; of a POST if there is a body. */
export const createProbe = (base: string, path: string, body?: string): Probe => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const time = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const started = performance.now();
      const options = { agent, method: body === undefined ? 'GET' : 'POST', headers: HEADERS };
      const sent = request(`${base}${path}`, options, (response) => {
        response.resume().once('end', () => {
          if (response.statusCode === 200) resolve(performance.now() - started);
          else reject(new Error(`${path}: ${response.statusCode}`));
        });
      });
      sent.once('error', reject).end(body);
    });
  return {
    async during(work) {
      const ended = new AbortController();
      const ending = work.finally(() => {
        ended.abort();
      });
      const times: number[] = [];
      while (!ended.signal.aborted) {
        const ms = await time();
        times.push(ms);
        await setTimeout(Math.max(0, INTERVAL_MS - ms));
      }
      await ending;
      return times;
    },
    end: () => {
      agent.destroy();
    },
  };
};

/** A probe of a remembered verdict of the edge under `/verify`. */
export const createEdgeProbe = async (base: string): Promise<Probe> => {
  const token = await fetchToken(`${base}/verify`);
  return createProbe(base, '/verify/validate', JSON.stringify({ token, email: 'ada@shared0.org' }));
};

/** A percentile, from 0 to 1. */
export const percentile = (times: number[], part: number): number =>
  times.sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? NaN;
