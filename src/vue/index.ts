import { defineComponent, h, ref, type PropType } from 'vue';
import '../element/define.js';
import type { AnswerChallenge, EmailVerifyElement, OwnMessages } from '../element/index.js';
import { bindAddress } from './address-model.js';

export type { EmailVerifyState } from '../element/watch-state.js';
export { useEmailVerify, type EmailVerifyControl, type EmailVerifyField } from './use-email-verify.js';

/** A template may pass a number as text: `debounce="300"`. */
const number = [Number, String] as PropType<number | `${number}`>;

const OPTIONS = {
  htmlFor: String,
  endpoint: String,
  placement: String as PropType<EmailVerifyElement['placement']>,
  messageTarget: String,
  receiptTarget: String,
  typos: String as PropType<EmailVerifyElement['typos']>,
  validateOn: String as PropType<EmailVerifyElement['validateOn']>,
  privacy: String as PropType<EmailVerifyElement['privacy']>,
  outcomes: String as PropType<EmailVerifyElement['outcomes']>,
  holdout: number,
  ownership: String,
  debounce: number,
  timeout: number,
  hold: number,
  whenUnavailable: String as PropType<EmailVerifyElement['whenUnavailable']>,
  block: String,
  warn: String,
  allowDomains: String,
  override: Boolean,
  debug: Boolean,
  messages: Object as PropType<OwnMessages>,
  challenge: Function as PropType<AnswerChallenge>,
};

/** A validator, from which Vue infers the event's type. */
const event =
  <Type extends keyof HTMLElementEventMap>(type: Type) =>
  (event: HTMLElementEventMap[Type]): boolean =>
    event.type === type;

/** The element's events, without their prefix. */
const EVENTS = {
  check: event('email-verify-check'),
  verdict: event('email-verify-verdict'),
  suggestion: event('email-verify-suggestion'),
  fix: event('email-verify-fix'),
  hold: event('email-verify-hold'),
  error: event('email-verify-error'),
  challenge: event('email-verify-challenge'),
};

/**
 * `^` makes Vue set an attribute even if the element has a property of that name, so that removing a prop restores the
 * default. On a server every prop becomes an attribute anyway, and older releases of Vue 3 would print the `^`.
 */
const prefix = 'document' in globalThis ? '^' : '';

const attributeName = (name: string): string =>
  name === 'htmlFor' ? 'for' : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * `<email-verify>` for Vue 3: options are props, events are `@check`, `@verdict`, `@suggestion`, `@fix`, `@hold`,
 * `@error` and `@challenge`; `v-model` is the address in the wrapped input; a template ref's `element` is the element.
 * No `isCustomElement` is needed in the compiler's options.
 * @example
 * <EmailVerify :endpoint="endpoint" @verdict="(event) => console.log(event.verdict.status)">
 *   <label>Email <input type="email" name="email" v-model="email" /></label>
 * </EmailVerify>
 */
export const EmailVerify = defineComponent({
  name: 'EmailVerify',
  props: { ...OPTIONS, modelValue: String },
  emits: { ...EVENTS, 'update:modelValue': (address: string): boolean => typeof address === 'string' },
  setup: (props, { emit }) => {
    const element = ref<EmailVerifyElement>();
    bindAddress(
      element,
      () => props.modelValue,
      (address) => {
        emit('update:modelValue', address);
      },
    );
    return { element };
  },
  render() {
    const { messages, challenge, ...options } = this.$props;
    const attributes: Record<string, unknown> = { ref: 'element' };
    for (const name of Object.keys(OPTIONS)) {
      const value = options[name as keyof typeof options];
      if (value != null && value !== false) attributes[`${prefix}${attributeName(name)}`] = value;
    }
    if (messages) attributes['.messages'] = messages;
    if (challenge) attributes['.challenge'] = challenge;
    for (const name of Object.keys(EVENTS))
      attributes[`onEmail-verify-${name}`] = (event: Event) => {
        (this.$emit as unknown as (name: string, event: Event) => void)(name, event);
      };
    return h('email-verify', attributes, this.$slots['default']?.());
  },
});
