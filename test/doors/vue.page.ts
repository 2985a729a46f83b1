/** Pages of a site that uses Vue; bundled for the browser by `bundles.mjs`. */
import { createApp, createSSRApp, defineComponent, h, ref, vModelText, withDirectives, type App } from 'vue';
import { renderToString } from 'vue/server-renderer';
import type { EmailVerifyVerdictEvent } from '../../src/element/index.js';
import { EmailVerify } from '../../src/vue/index.js';

export interface Seen {
  verdicts: string[];
  warnings: string[];
}

/** What `<EmailVerify validate-on="blur" @verdict><label>Email <input v-model="email"></label></EmailVerify>` is compiled to. */
const signUp = (seen: Seen) =>
  defineComponent(() => {
    const email = ref('');
    const input = () =>
      withDirectives(
        h('input', {
          type: 'email',
          name: 'email',
          'onUpdate:modelValue': (value: string) => {
            email.value = value;
          },
        }),
        [[vModelText, email.value]],
      );
    return () => [
      h(
        EmailVerify,
        {
          class: 'field',
          validateOn: 'blur',
          debounce: 100,
          messages: { risky: 'Hm.' },
          onVerdict: ({ verdict }: EmailVerifyVerdictEvent) => seen.verdicts.push(verdict.status),
        },
        () => h('label', ['Email ', input()]),
      ),
      h('output', email.value),
      h('button', 'Go on'),
    ];
  });

const mount = (app: App, container: Element, seen: Seen): (() => void) => {
  app.config.warnHandler = (text) => seen.warnings.push(text);
  app.mount(container);
  return () => {
    app.unmount();
  };
};

export const serverHtml = (): Promise<string> => renderToString(createSSRApp(signUp({ verdicts: [], warnings: [] })));
export const render = (container: Element, seen: Seen): (() => void) => mount(createApp(signUp(seen)), container, seen);
export const hydrate = (container: Element, seen: Seen): (() => void) =>
  mount(createSSRApp(signUp(seen)), container, seen);
