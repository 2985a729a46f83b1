import type { Api } from './api.js';
import { ApiError } from './api-error.js';
import type { List, ListProgress, ListStatus, ShownList } from './answers.js';

/** The interval of polling, in ms. */
const POLL_MS = 5000;
/** Errors of the stream in a row after which it is polled. */
const MOST_ERRORS = 3;

/** True if nothing more of a list is checked. */
export const hasEnded = ({ status }: { status: ListStatus }): boolean =>
  status !== 'pending' && status !== 'processing';

/** Receives the progress of a list. */
interface Watcher {
  /** By polling, the rate is not known. */
  onProgress: (list: List | ListProgress) => void;
  /** The progress cannot be read now, and is tried again. */
  onStale: () => void;
  /** The list cannot be read any more: it was deleted, or the session has ended. */
  onGone: (error: ApiError) => void;
}

/**
 * Watches a list until it ends: by server-sent events, or by polling where these do not get through.
 * @returns what ends the watch.
 */
export const watchList = (api: Api, id: number, { onProgress, onStale, onGone }: Watcher): (() => void) => {
  const path = `batch/${id}`;
  const source = new EventSource(api.url(`${path}/events`));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let errors = 0;
  let over = false;
  const isOver = (): boolean => over;

  const stop = (): void => {
    over = true;
    source.close();
    clearTimeout(timer);
  };
  const poll = async (): Promise<void> => {
    try {
      const { data } = await api.get<ShownList>(path);
      if (isOver()) return;
      onProgress(data);
      if (hasEnded(data)) stop();
    } catch (error) {
      if (isOver()) return;
      if (error instanceof ApiError && ['not_found', 'gone', 'not_signed_in'].includes(error.code)) {
        stop();
        onGone(error);
      } else onStale();
    }
    if (!isOver()) timer = setTimeout(() => void poll(), POLL_MS);
  };

  for (const name of ['progress', 'end'])
    source.addEventListener(name, ({ data }: MessageEvent<string>) => {
      errors = 0;
      onProgress(JSON.parse(data) as ListProgress);
      if (name === 'end') stop();
    });
  source.addEventListener('error', () => {
    errors += 1;
    // The browser connects again by itself, unless it was refused.
    if (source.readyState !== EventSource.CLOSED && errors < MOST_ERRORS) return;
    source.close();
    if (!over) void poll();
  });
  return stop;
};
