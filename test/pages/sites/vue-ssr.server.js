import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import SignUp from './vue-ssr-form.vue';

export const render = async (site) => {
  globalThis.site = site;
  return `<div id="root">${await renderToString(createSSRApp(SignUp))}</div>`;
};
