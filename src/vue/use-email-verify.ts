import { computed, onUpdated, shallowRef, toValue, watch, type ComputedRef, type MaybeRefOrGetter } from 'vue';
import type { EmailVerifyElement, Verdict } from '../element/index.js';
import { IDLE_STATE, watchState, type EmailVerifyState } from '../element/watch-state.js';

/** The state of an `<EmailVerify>`, and the functions for a form that is sent by script. */
export interface EmailVerifyControl {
  /** `idle`: the address is not checked yet; `checking`: a check is in flight; otherwise the verdict's status. */
  readonly status: ComputedRef<EmailVerifyState['status']>;
  /** The verdict on the current address, or null. */
  readonly verdict: ComputedRef<EmailVerifyState['verdict']>;
  /** The policy's decision on the current address, or null. */
  readonly decision: ComputedRef<EmailVerifyState['decision']>;
  /** The address that the person may have meant, or null. */
  readonly suggestion: ComputedRef<EmailVerifyState['suggestion']>;
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

/** The template ref of an `<EmailVerify>`, or of a plain `<email-verify>`. */
export type EmailVerifyField = MaybeRefOrGetter<
  EmailVerifyElement | { readonly element: EmailVerifyElement | undefined } | null | undefined
>;

/**
 * The state of an `<EmailVerify>` for a user interface of your own.
 * @example
 * const field = useTemplateRef('field');
 * const { status, receipt } = useEmailVerify(field);
 * // <EmailVerify ref="field" …>…</EmailVerify> <Spinner v-if="status === 'checking'" />
 */
export const useEmailVerify = (field: EmailVerifyField): EmailVerifyControl => {
  const state = shallowRef(IDLE_STATE);
  let watching: ReturnType<typeof watchState> | undefined;
  const element = (): EmailVerifyElement | undefined => {
    const found = toValue(field) ?? undefined;
    return found && 'element' in found ? found.element : found;
  };
  watch(
    element,
    (now, _before, onCleanup) => {
      watching = now && watchState(now, (changed) => (state.value = changed));
      onCleanup(() => {
        watching?.stop();
        state.value = IDLE_STATE;
      });
    },
    { flush: 'post' },
  );
  // A rendering may have set the input's value, which fires no event.
  onUpdated(() => {
    watching?.look();
  });
  return {
    status: computed(() => state.value.status),
    verdict: computed(() => state.value.verdict),
    decision: computed(() => state.value.decision),
    suggestion: computed(() => state.value.suggestion),
    check: async () => (await element()?.check()) ?? null,
    receipt: async (options) => (await element()?.receipt(options)) ?? null,
  };
};
