/** VitePress' theme, with system fonts, the colours of the playground, and the links that every page of the project has. */
import theme from 'vitepress/theme-without-fonts';
import SiteLinks from './site-links.js';
import './style.css';

export default {
  extends: theme,
  enhanceApp: ({ app }) => {
    app.component('SiteLinks', SiteLinks);
  },
};
