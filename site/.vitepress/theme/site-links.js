import { withBase } from 'vitepress';
import { h } from 'vue';
import { REPOSITORY } from '../repository.mjs';

/** The links of the header, as the playground has them. The playground is beside the documentation, and no page of it. */
export default () => {
  const docs = withBase('/');
  const links = { Playground: docs.replace(/[^/]+\/$/, ''), Docs: docs, Source: REPOSITORY };
  return Object.entries(links).map(([text, href]) =>
    h('a', { class: 'site-link', href, target: '_self', 'aria-current': text === 'Docs' || null }, text),
  );
};
