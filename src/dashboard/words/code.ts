/** Words of the code to put a key to use. */
import type { SnippetName } from '../snippets.js';

const SNIPPETS: Record<SnippetName, { label: string; language: string; note: string }> = {
  edge: {
    label: 'Your edge',
    language: 'Command',
    note: 'Run this on a server of yours, with Node 20.11 or later. It holds your key, so that no page has to. SECRET was made in this browser and is stored nowhere: keep it with the command, and both in a safe place.',
  },
  script: {
    label: 'Script tag',
    language: 'HTML',
    note: 'Put this into the head of every page with a sign-up form. The script finds the e-mail fields by itself.',
  },
  react: { label: 'React', language: 'JSX', note: 'First run: npm install email-verify-element' },
  vue: { label: 'Vue', language: 'Vue', note: 'First run: npm install email-verify-element' },
  wordpress: {
    label: 'WordPress',
    language: 'PHP',
    note: 'There is no plugin yet. Add this to functions.php of your theme (WordPress 6.5 or later). It works with form plugins that post their own form. Without PHP, put the script tag into a Custom HTML block.',
  },
  curl: {
    label: 'curl',
    language: 'Command',
    note: 'For your servers and scripts. Never call this from a page: everybody could read your key there.',
  },
};

export const CODE = {
  snippets: SNIPPETS,
  code: 'Put it to use',
  codeLead:
    'Your own edge stands between your pages and this service. Fill in your site, run the edge, and paste the code.',
  codeLeadOperator: 'Pages call the edge of this deployment. Fill in your site, and paste the code.',
  site: 'Your site',
  siteHint: 'The address of the pages with your form, such as https://shop.example',
  siteWrong: 'Enter the address of a site, such as https://shop.example',
  edgeUrl: 'Your edge',
  edgeHint: 'The address by which browsers reach your edge, such as https://edge.shop.example',
  edgeWrong: 'Enter an address such as https://edge.shop.example',
  keyOfCode: 'Key',
  codeTabs: 'Code for',
  copyCode: (label: string) => `Copy the code for ${label}`,
  keyPut: 'The button copies your whole key.',
  noLiveKey: 'Add a live key first: this code needs one.',
  whichEdge: 'Which edge',
  thisEdge: 'This deployment’s',
  ownEdge: 'One of my own',
  origins: 'Sites that may use this deployment’s edge',
  originsHint: 'To change them, start the service with the setting ALLOWED_ORIGINS. For example:',
  originAllowed: (origin: string) => `${origin} is allowed.`,
  originMissing: (origin: string) =>
    `${origin} is not allowed yet: add it to ALLOWED_ORIGINS, and start the service again.`,
} as const;
