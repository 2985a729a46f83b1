/** A rule in the list of rules, with its buttons. */
import { html, nothing, type TemplateResult } from 'lit';
import { join } from 'lit/directives/join.js';
import type { Rule } from '../answers.js';
import { formatUtcDay } from '../format.js';
import { WORDS } from '../words/index.js';

interface Row {
  /** True: it was removed while it was shown, and can be set again. */
  isRemoved: boolean;
  /** The error of the last attempt. */
  problem: unknown;
  onEdit: () => void;
  onRemove: () => void;
  onRestore: () => void;
}

/** True for a rule that counts no more: days are those of UTC. */
const hasEnded = ({ until }: Rule): boolean => until !== null && until < new Date().toISOString().slice(0, 10);

const tag = (text: string): TemplateResult => html`<span class="tag">${text}</span>`;

const buttons = ({ pattern }: Rule, { isRemoved, onEdit, onRemove, onRestore }: Row): TemplateResult =>
  isRemoved
    ? html`<button
        type="button"
        class="small"
        aria-label=${WORDS.undoRemovalOf(pattern)}
        @click=${({ detail }: MouseEvent) => {
          // The second click of a double click was meant for the button that was here before.
          if (detail < 2) onRestore();
        }}
      >
        ${WORDS.undoRemoval}
      </button>`
    : html`<button type="button" class="small" aria-label=${WORDS.editRule(pattern)} @click=${onEdit}>
          ${WORDS.edit}
        </button>
        <button type="button" class="small danger" aria-label=${WORDS.removeRule(pattern)} @click=${onRemove}>
          ${WORDS.remove}
        </button>`;

/** Its note and its last day, as far as it has them. Signs that turn the direction of text turn only the note. */
export const detailsOf = ({ note, until }: Pick<Rule, 'note' | 'until'>): unknown[] =>
  [note && html`<bdi>${note}</bdi>`, until !== null && WORDS.untilDay(formatUtcDay(until))].filter(Boolean);

export const ruleRow = (rule: Rule, row: Row): TemplateResult => {
  const { id, pattern, action, in_file: isInFile } = rule;
  const more = detailsOf(rule);
  return html`<li data-rule=${id} tabindex="-1">
    <span>
      <b class="address">${pattern}</b> ${tag(WORDS.ruleActions[action])}
      ${row.isRemoved ? tag(WORDS.ruleGone) : hasEnded(rule) ? tag(WORDS.ruleEnded) : nothing}
      ${isInFile ? tag(WORDS.inFile) : nothing}
      ${more.length === 0 ? nothing : html`<span class="soft">${join(more, ' · ')}</span>`} ${row.problem}
    </span>
    ${isInFile ? nothing : html`<span class="buttons">${buttons(rule, row)}</span>`}
  </li>`;
};
