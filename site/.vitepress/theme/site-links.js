import { withBase } from 'vitepress';
import { h } from 'vue';
import { REPOSITORY } from '../repository.mjs';

/** The links of the header, as the playground has them. The playground is beside the documentation, and no page of it. */
export default {
  props: { screenMenu: Boolean },
  setup({ screenMenu }) {
    const playground = withBase('/').replace(/[^/]+\/$/, '');
    const links = [
      ['Playground', playground],
      ['Docs', withBase('/')],
      ['Source', REPOSITORY],
    ];
    const className = screenMenu ? 'VPNavScreenMenuLink' : 'VPNavBarMenuLink';
    return () =>
      links.map(([text, href]) =>
        h(
          'a',
          { class: ['VPLink', 'link', className], href, target: '_self', 'aria-current': text === 'Docs' || null },
          text,
        ),
      );
  },
};
