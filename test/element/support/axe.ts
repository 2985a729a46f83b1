import 'axe-core/axe.min.js';
import type { RunOptions, AxeResults } from 'axe-core';

declare const axe: { run: (context: Element, options: RunOptions) => Promise<AxeResults> };

/** Resolves to the problems that axe finds in the page, or in a part of it. */
export const complaints = async (within: Element = document.body): Promise<string[]> => {
  const { violations, incomplete } = await axe.run(within, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    // The tests' page is a fragment.
    rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false }, 'target-size': { enabled: true } },
  });
  return [...violations, ...incomplete.filter(({ id }) => id === 'color-contrast')].flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );
};
