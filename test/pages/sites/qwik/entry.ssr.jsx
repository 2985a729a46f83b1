import { renderToString } from '@builder.io/qwik/server';
import Root from './root.jsx';

/** Renders the page's body, to be resumed. */
export const render = async (manifest, base, site) => {
  const { html } = await renderToString(<Root />, {
    manifest,
    base,
    containerTagName: 'div',
    qwikLoader: { include: 'always' },
    serverData: { site },
  });
  return html;
};
