/** The functions that the tests call in the browser. */
// The build with the compiler: it compiles the template for the app.
import { createApp, createSSRApp, h, shallowRef } from 'vue/dist/vue.esm-bundler.js';
import { createPage, newSeen, OwnForm, OwnInputForm } from './vue.app.js';

const seen = (window.seen = newSeen());
const options = shallowRef({});
let app;

const watch = (made) => {
  app = made;
  app.config.warnHandler = (message) => seen.warnings.push(message);
  app.mount('#root');
};

window.render = (newOptions = {}) => {
  options.value = newOptions;
  if (app) return;
  const { _component: Form } = createPage({ seen });
  watch(createApp(() => h(Form, { seen, options: options.value })));
};
window.renderOwn = () => {
  watch(createApp(OwnForm));
};
window.renderOwnInput = () => {
  watch(createApp(OwnInputForm));
};
window.hydrateOwn = () => {
  watch(createSSRApp(OwnForm));
};
window.hydrate = () => {
  watch(createPage({ seen, options: {} }));
};
window.unmount = () => {
  app.unmount();
};
