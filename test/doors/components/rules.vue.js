/**
 * The functions that the tests call in a Vue page: `mount()` renders a template with a `state`, `set()` changes the
 * state.
 */
import { createApp, nextTick, shallowRef } from 'vue/dist/vue.esm-bundler.js';
import { EmailVerify } from 'email-verify-element/vue';

const state = shallowRef({});
let app;

window.set = async (changed) => {
  state.value = changed;
  await nextTick();
};
window.mount = async (template, first) => {
  app?.unmount();
  state.value = first;
  app = createApp({ components: { EmailVerify }, setup: () => ({ state }), template });
  app.config.compilerOptions.isCustomElement = (tag) => tag === 'email-verify';
  app.config.warnHandler = (message) => {
    throw new Error(message);
  };
  app.mount('#root');
  await nextTick();
};
