import { z } from 'zod';
import { answerOf, describe } from '../../http/endpoint.js';
import { listHandler, type Access } from '../access.js';
import { findList } from '../list.js';
import { LIST_ID } from '../list-id.js';
import { EXAMPLE_PROGRESS, PROGRESS, type Watches } from './watch.js';

const EVENT_STREAM = 'text/event-stream';

export const WATCHED = answerOf('The events. The JSON is their data.', PROGRESS, EXAMPLE_PROGRESS, {
  otherMedia: { [EVENT_STREAM]: `event: progress\ndata: ${JSON.stringify(EXAMPLE_PROGRESS)}\n\n` },
});

export const watchList = describe(
  {
    summary: 'Streams the progress of a list',
    details:
      'As server-sent events: one progress at once, one a second at most whenever something has changed, and end, after which the stream closes: ' +
      'close the EventSource then. The data of both is the JSON of this schema. The first event after a reconnection has everything, so Last-Event-ID is not used. ' +
      'A comment follows 15 s of silence. A stream closes after an hour.',
    access: 'account',
    path: z.object({ id: LIST_ID }),
    answer: WATCHED,
    problems: ['not_found', 'gone'],
  },
  listHandler(
    'GET',
    { id: LIST_ID },
    {},
    async ({ store, watches }: Access & { watches: Watches }, { owner, path }) => {
      const { id } = await findList(store, owner.accountId, path.id);
      return new Response(await watches.watch(owner.accountId, id), {
        // nginx would hold back the events.
        headers: { 'content-type': EVENT_STREAM, 'x-accel-buffering': 'no' },
      });
    },
  ),
);
