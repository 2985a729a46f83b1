import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, it } from 'vitest';
import { fetchListener, startServer, type RunningServer } from '../../../src/edge/runtime/node-server.js';
import { streamOf } from '../../../src/service/http/stream.js';
import { eventually } from '../../support/eventually.js';

async function* endless(): AsyncGenerator<string, void, undefined> {
  for (;;) yield await Promise.resolve('x'.repeat(1_000_000));
}

async function* broken(): AsyncGenerator<string, void, undefined> {
  yield await Promise.resolve('the first part\n');
  throw new Error('the list was deleted');
}

describe('a stream of parts', () => {
  let server: RunningServer | undefined;
  afterEach(() => server?.close());
  /** Serves a stream on a real server. */
  const serve = async (make: () => ReadableStream<Uint8Array>): Promise<number> => {
    server = await startServer({ port: 0, host: '127.0.0.1' });
    server.use(
      fetchListener(
        () => Promise.resolve(new Response(make())),
        () => undefined,
      ),
    );
    return server.port;
  };

  it('ends for a client that takes nothing any more, and gives its place back', async () => {
    let ends = 0;
    const port = await serve(() => streamOf(endless(), () => void (ends += 1), 200));
    const client = connect(port, '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nhost: service\r\n\r\n');
    client.pause();
    const closed = once(client, 'close');
    client.on('error', () => undefined);
    await eventually(() => ends === 1);
    client.resume();
    await closed;
  });

  it('ends for a reader that never begins', async () => {
    let ends = 0;
    const stream = streamOf(endless(), () => void (ends += 1), 50);
    await eventually(() => ends === 1);
    await assert.rejects(stream.getReader().read(), /took nothing/);
  });

  it('goes on for a client that reads, however long that takes', async () => {
    async function* some(): AsyncGenerator<string, void, undefined> {
      for (let part = 0; part < 5; part += 1) {
        await new Promise((resolve) => setTimeout(resolve, 60));
        yield `${part}`;
      }
    }
    const stream = streamOf(some(), () => undefined, 50);
    assert.equal(await new Response(stream).text(), '01234');
  });

  it('that breaks is no complete answer', async () => {
    const port = await serve(() => streamOf(broken()));
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    await assert.rejects(answer.text());
  });
});
