import { defineComponent, h, ref } from 'vue';
import '../element/define.js';
import type { EmailVerifyElement } from '../element/index.js';

const PROPS = {
  htmlFor: String,
  endpoint: String,
  typos: String,
  validateOn: String,
  debounce: Number,
  timeout: Number,
  hold: Number,
  onUnavailable: String,
  block: String,
  warn: String,
  allowDomains: String,
  override: Boolean,
  messages: Object,
  challenge: Function,
};

/** The component's events, which are the element's without their prefix. */
const EVENTS = ['check', 'verdict', 'suggestion', 'fix', 'hold', 'error', 'challenge'] as const;

const attributeName = (name: string): string =>
  name === 'htmlFor' ? 'for' : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * `<email-verify>` for Vue 3: its options are props, its events are `@check`, `@verdict`, `@suggestion`, `@fix`, `@hold`,
 * `@error` and `@challenge`. It needs no `isCustomElement` in the compiler's options.
 * @example
 * <EmailVerify endpoint="https://verify.example/verify/" @verdict="(event) => console.log(event.verdict.status)">
 *   <label>Email <input type="email" name="email" v-model="email" /></label>
 * </EmailVerify>
 */
export const EmailVerify = defineComponent({
  name: 'EmailVerify',
  props: PROPS,
  emits: [...EVENTS],
  setup(props, { emit, slots, expose }) {
    const element = ref<EmailVerifyElement>();
    expose({ element });
    return () => {
      const { messages, challenge, ...options } = props;
      const attributes: Record<string, unknown> = { ref: element };
      for (const [name, value] of Object.entries(options)) {
        // `^` has Vue set an attribute where it would set a property: the same on the server and in the page.
        if (value !== undefined && value !== false) attributes[`^${attributeName(name)}`] = value;
      }
      if (messages) attributes['.messages'] = messages;
      if (challenge) attributes['.challenge'] = challenge;
      for (const name of EVENTS)
        attributes[`onEmail-verify-${name}`] = (event: Event) => {
          emit(name, event);
        };
      return h('email-verify', attributes, slots['default']?.());
    };
  },
});
