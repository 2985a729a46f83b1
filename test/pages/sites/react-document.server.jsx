import { renderToString } from 'react-dom/server';
import { Document } from './react-document-page.jsx';

export const render = (site) => {
  globalThis.site = site;
  return `<!doctype html>${renderToString(<Document {...site} />)}`;
};
