import { element, line, spoken, suggestion } from './page.js';

/** Everything that is seen and said from now on, each text once: the line, the live region and the panel. */
export const overhear = (): Set<string> => {
  const heard = new Set<string>();
  const host = element();
  const watching = new MutationObserver(() => {
    for (const text of [line(host), spoken(host), suggestion(host)]) if (text) heard.add(text);
  });
  for (const root of [host, host.shadowRoot!]) {
    watching.observe(root, { childList: true, subtree: true, characterData: true, attributes: true });
  }
  return heard;
};

/** The language that a node says it is in. */
export const languageOf = (node: Element | null): string | null => node?.getAttribute('lang') ?? null;

/** The packs that this page has asked for so far, lost ones too. */
export const packsAsked = (): string[] =>
  performance
    .getEntriesByType('resource')
    .flatMap(({ name }) => /\/languages\/([^/]+)\.ts/.exec(name)?.[1] ?? [])
    .filter((name) => name !== 'packs');
