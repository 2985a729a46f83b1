/** The apps that the suite builds and drives, a folder for each below `apps`. */

export interface App {
  name: string;
  /** The folder with its sources, where it is another app's. */
  sources?: string;
  /** The pages with a sign-up form; default: `/`. */
  pages?: string[];
  /** The form is in the HTML that the server sends, so that a person can use it before any script came. */
  rendered?: boolean;
  /** Too slow to install and build for `.ci/run`: only `npm run test:doors -- --all` brings it. */
  nightly?: boolean;
}

export const apps: App[] = [
  { name: 'html', pages: ['/', '/classic.html', '/import-map.html'], rendered: true },
  { name: 'react' },
  { name: 'react-18', sources: 'react' },
  { name: 'vue' },
  { name: 'svelte' },
  { name: 'solid' },
  { name: 'preact' },
  { name: 'lit' },
  { name: 'webpack', rendered: true },
  { name: 'htmx', rendered: true },
  { name: 'turbo', rendered: true },
  { name: 'alpine', rendered: true },
  { name: 'next', pages: ['/', '/client'], rendered: true },
  { name: 'astro', rendered: true },
  { name: 'sveltekit', rendered: true },
  { name: 'react-router', rendered: true },
  { name: 'nuxt', rendered: true, nightly: true },
  { name: 'angular', nightly: true },
];
