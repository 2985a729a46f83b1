import { useCallback, useEffect, useRef, useState, type RefCallback } from 'react';
import type { EmailVerifyElement, Verdict } from '../element/index.js';
import { IDLE_STATE, watchState, type EmailVerifyState } from '../element/watch-state.js';

/** The state of an `<EmailVerify>`, and the functions for a form that is sent by script. */
export interface EmailVerifyControl extends EmailVerifyState {
  /** Pass it to `<EmailVerify ref>` or `<email-verify ref>`. */
  readonly ref: RefCallback<EmailVerifyElement>;
  /**
   * Checks the current address, unless it is checked already; null if it is empty or changes meanwhile, or before
   * mounting.
   */
  readonly check: () => Promise<Verdict | null>;
  /**
   * Resolves to the receipt for the current address, which is checked first if necessary; null if there is none in
   * time. `timeout` is in milliseconds, by default the element's `hold`.
   */
  readonly receipt: (options?: { timeout?: number }) => Promise<string | null>;
}

/**
 * The state of an `<EmailVerify>` for a user interface of your own. `ref`, `check` and `receipt` stay the same at every
 * rendering.
 * @example
 * const { ref, status, receipt } = useEmailVerify();
 * return (
 *   <form onSubmit={async (event) => { event.preventDefault(); send(await receipt()); }}>
 *     <EmailVerify ref={ref} endpoint="https://verify.example/verify/"><input type="email" name="email" /></EmailVerify>
 *     {status === 'checking' && <Spinner />}
 *   </form>
 * );
 */
export const useEmailVerify = (): EmailVerifyControl => {
  const own = useRef<EmailVerifyElement | null>(null);
  /** The watched element; also one that was detached, for the rest of the turn. */
  const watched = useRef<EmailVerifyElement | null>(null);
  const watching = useRef<ReturnType<typeof watchState> | null>(null);
  const [state, setState] = useState(IDLE_STATE);
  const ref = useCallback((element: EmailVerifyElement | null) => {
    own.current = element;
    const watch = (): void => {
      if (own.current === watched.current) return;
      watching.current?.stop();
      watched.current = own.current;
      watching.current = own.current && watchState(own.current, setState);
      setState(IDLE_STATE);
    };
    // React detaches a ref and attaches it anew when its function changes, as at a Fast Refresh: the state stays.
    if (element) watch();
    else queueMicrotask(watch);
  }, []);
  const check = useCallback(async () => (await own.current?.check()) ?? null, []);
  const receipt = useCallback<EmailVerifyControl['receipt']>(
    async (options) => (await own.current?.receipt(options)) ?? null,
    [],
  );
  // A rendering may have set the input's value, which fires no event.
  useEffect(() => {
    watching.current?.look();
  });
  return { ...state, ref, check, receipt };
};
