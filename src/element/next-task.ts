/** Chromium 129, Firefox 142. */
interface Yielding {
  readonly scheduler?: { yield?: () => Promise<void> };
}

/** A task by a message, which no fake timer of a page's tests stops. Jest's jsdom has none: there, a microtask. */
const message = (): Promise<void> =>
  new Promise((resolve) => {
    if (!('MessageChannel' in globalThis)) {
      resolve();
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      // Node waits for an open port before it exits.
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/**
 * Resolves in a new task, so that the browser handles a key or paints in between. `scheduler.yield` continues before
 * other tasks; a message, the fallback, after those that wait.
 */
export const nextTask = (): Promise<void> => (globalThis as Yielding).scheduler?.yield?.() ?? message();
