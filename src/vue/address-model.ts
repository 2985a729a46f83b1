import { nextTick, onMounted, onUpdated, watch, type Ref } from 'vue';
import type { EmailVerifyElement } from '../element/index.js';

/**
 * Binds `v-model` to the value of the input in the element.
 * @param model reads the model; undefined without one.
 * @param emit writes it.
 */
export const bindAddress = (
  element: Ref<EmailVerifyElement | undefined>,
  model: () => string | undefined,
  emit: (address: string) => void,
): void => {
  /** The input in which an input method is composing text, which is not a value yet. */
  let composing: HTMLInputElement | null = null;
  const write = (): void => {
    const [input, address] = [element.value?.input, model()];
    if (input && input !== composing && address != null && input.value !== address) input.value = address;
  };
  const read = (event: Event): void => {
    const input = element.value?.input;
    if (!input || event.target !== input) return;
    composing = event.type === 'compositionstart' || (event as InputEvent).isComposing ? input : null;
    if (!composing) emit(input.value);
  };
  onMounted(() => {
    for (const type of ['compositionstart', 'input', 'compositionend']) element.value?.addEventListener(type, read);
    const typed = element.value?.input?.value;
    // The text was typed before the page was hydrated.
    if (typed && model() === '') emit(typed);
    else write();
  });
  watch(model, write, { flush: 'post' });
  // The element finds an input that is added later after this turn.
  onUpdated(() => nextTick(write));
};
