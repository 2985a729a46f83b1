import { clientOrNull } from '../edge-client/check.js';
import { isUnavailable } from '../field/assessment.js';
import { showsError } from '../field/state.js';
import { wasSent } from '../form/submit-listener.js';
import type { OutcomesHost } from './outcomes.js';

/** Runs work when the page is idle. */
const idle = (work: () => void): unknown =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(work, { timeout: 2000 }) : setTimeout(work);

export interface OutcomesLoader {
  readonly load: () => void;
  /** Ends the counting: the element has left the page. */
  readonly stop: () => void;
}

/** Loads the code that counts the outcomes of an element, once the page is idle after the field's first use. */
export const outcomesLoader = (host: OutcomesHost): OutcomesLoader => {
  let isWatched = false;
  let unwatch: (() => void) | undefined;
  return {
    load: () => {
      if (isWatched || !host.isCounted) return;
      isWatched = true;
      idle(() => {
        import('./outcomes.js').then(
          ({ watch }) => {
            if (host.isConnected) unwatch ??= watch(host, { clientOrNull, isUnavailable, showsError, wasSent });
          },
          () => undefined,
        );
      });
    },
    stop: () => {
      unwatch?.();
      isWatched = false;
      unwatch = undefined;
    },
  };
};
