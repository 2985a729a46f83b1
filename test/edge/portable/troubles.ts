import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'vitest';
import { answerJson, startUpstream, type Script } from '../support.js';
import { checkAt, settings, type Open } from './place.js';

/** Upstream failures, by the local part of the checked address: the expected code, and the upstream's script. */
const TROUBLES: Record<string, [code: string, script: Script]> = {
  garbage: ['upstream_error', (_email, response) => void response.end('<html>')],
  wrong: [
    'upstream_error',
    (_email, response) => {
      answerJson(response, { status: 1 });
    },
  ],
  broken: [
    'upstream_error',
    (_email, response) => void response.writeHead(200).write('{"status', () => response.destroy()),
  ],
  hanging: ['upstream_timeout', () => undefined],
  credits: [
    'out_of_credits',
    (_email, response) => {
      answerJson(response, {}, 402);
    },
  ],
  busy: [
    'rate_limited',
    (_email, response) => {
      answerJson(response, {}, 429);
    },
  ],
};

const deadUrl = async (): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
};

/** Whatever becomes of the upstream, a person's form is not held up: 200, `unknown`, and why. */
export const describeTroubles = (open: Open): void => {
  test('says unknown, and why, when the upstream fails in any way', async () => {
    const upstream = await startUpstream((email, response, request) => {
      TROUBLES[email.split('@')[0] ?? '']?.[1](email, response, request);
    });
    const place = await open(settings(upstream.baseUrl));
    try {
      for (const [name, [code]] of Object.entries(TROUBLES)) {
        const { status, sub_status, receipt } = await checkAt(place, `${name}@example.com`);
        assert.deepEqual([status, sub_status], ['unknown', [code]], name);
        assert.match(receipt, /^[\w-]+\.[\w-]+\.[\w-]+$/);
      }
    } finally {
      await place.end();
    }
  });

  test('says unknown when there is no upstream at all', async () => {
    const place = await open(settings(await deadUrl()));
    try {
      const { status, sub_status } = await checkAt(place, 'anna@example.com');
      assert.deepEqual([status, sub_status], ['unknown', ['upstream_error']]);
    } finally {
      await place.end();
    }
  });
};
