/** The content of a file before it is checked, and its cost. */
import { html, nothing, type TemplateResult } from 'lit';
import type { DryRun } from '../dry-run.js';
import { formatNumber } from '../format.js';
import { WORDS } from '../words/index.js';

/** Warnings that a field of the form stands for. */
const OFFERED: readonly string[] = ['other_email_columns', 'several_addresses'];

const facts = (trial: DryRun): TemplateResult => {
  const { rows, addresses, duplicates, same_mailbox, not_addresses, several_addresses, credits } = trial;
  const { needed, left } = credits;
  const some = (name: string, count: number, text: (count: string) => string): [string, string][] =>
    count === 0 ? [] : [[name, text(formatNumber(count))]];
  const plain = (count: string): string => count;
  const lines: [name: string, value: string][] = [
    [WORDS.fileKind, WORDS.fileKinds[trial.kind]],
    [WORDS.rows, formatNumber(rows)],
    [WORDS.addresses, formatNumber(addresses)],
    ...some(WORDS.repeated, duplicates, WORDS.free),
    ...some(WORDS.sameMailbox, same_mailbox, plain),
    ...some(WORDS.notAddresses, not_addresses, WORDS.free),
    ...some(WORDS.severalAddresses, several_addresses, plain),
    [WORDS.estimate, WORDS.estimateOf(needed, formatNumber(left))],
  ];
  return html`<dl class="facts" id="estimate">
    ${lines.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
};

/** @param trial the newest; while another one is under way, its numbers are of the choice before. */
export const estimate = (trial: DryRun): TemplateResult => {
  const { credits, warnings } = trial;
  return html`
    ${facts(trial)}
    ${warnings
      .filter(({ code }) => !OFFERED.includes(code))
      .map(({ code, detail }) => html`<p class="warning" data-warning=${code}>${WORDS.warnings[code] ?? detail}</p>`)}
    ${
      credits.needed > credits.left
        ? html`<p class="warning" data-warning="credits">
            ${WORDS.tooFewCredits(credits.needed, formatNumber(credits.left))}
          </p>`
        : nothing
    }
  `;
};
