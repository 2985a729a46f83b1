import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { RuleChange, RuleChangePage } from '../answers.js';
import { formatTime, formatUtcDay } from '../format.js';
import { View } from '../view.js';
import { WORDS } from '../words/index.js';

const whoOf = ({ by, name }: RuleChange): string => {
  if (name === null) return WORDS.changers[by];
  return by === 'key' ? WORDS.keyNamed(name) : name;
};

const contentText = ({ action, note, until }: NonNullable<RuleChange['old']>): string =>
  [WORDS.ruleActions[action], note, until === null ? '' : WORDS.untilDay(formatUtcDay(until))]
    .filter(Boolean)
    .join(', ');

/** The rule before and after, as far as there was one. */
const changeText = ({ old, new: now }: RuleChange): string => {
  if (now === null) return `${WORDS.ruleGone}: ${old === null ? '' : contentText(old)}`;
  if (old === null) return `${WORDS.ruleAdded}: ${contentText(now)}`;
  return `${WORDS.ruleChanged}: ${contentText(old)} → ${contentText(now)}`;
};

/** The changes of a list of rules: when, which, and by whom. */
export class RuleChanges extends View {
  static override properties = {
    path: { attribute: false },
    version: { attribute: false },
    changes: { state: true },
    next: { state: true },
  };

  /** The path of the changes. */
  declare path: string;
  /** Another number: there are new changes. */
  declare version: number;
  /** Null: not there yet. */
  declare protected changes: RuleChange[] | null;
  declare protected next: RuleChangePage['next'];

  constructor() {
    super();
    this.path = '';
    this.version = 0;
    this.changes = null;
    this.next = null;
  }

  protected override updated(properties: PropertyValues<this>): void {
    if (properties.has('path') || properties.has('version')) void this.load(this.#load);
  }

  readonly #load = async (): Promise<void> => {
    const { changes, next } = await this.app.api.get<RuleChangePage>(this.path);
    this.changes = changes;
    this.next = next;
  };

  readonly #older = (): void => {
    void this.attempt('older', async () => {
      const { changes, next } = await this.app.api.get<RuleChangePage>(`${this.path}?before=${this.next}`);
      this.changes = [...(this.changes ?? []), ...changes];
      this.next = next;
    });
  };

  protected override render(): TemplateResult {
    const { changes } = this;
    return html`<section class="panel" aria-labelledby="rule-changes-title">
      <h2 id="rule-changes-title">${WORDS.ruleChanges}</h2>
      ${
        changes === null
          ? this.placeholder(this.#load)
          : changes.length === 0
            ? html`<p class="soft">${WORDS.noRuleChanges}</p>`
            : this.#table(changes)
      }
      ${this.problemOf('older')}
      ${this.next === null ? nothing : html`<p><button type="button" @click=${this.#older}>${WORDS.older}</button></p>`}
    </section>`;
  }

  #table(changes: readonly RuleChange[]): TemplateResult {
    return html`<div class="table" tabindex="0" role="group" aria-label=${WORDS.ruleChanges}>
      <table class="stack" aria-labelledby="rule-changes-title">
        <thead>
          <tr>
            <th scope="col">${WORDS.changedRule}</th>
            <th scope="col">${WORDS.changedWhen}</th>
            <th scope="col">${WORDS.changedBy}</th>
          </tr>
        </thead>
        <tbody>
          ${changes.map(
            (change) =>
              html`<tr>
                <th scope="row">
                  <span class="address">${change.pattern}</span> <span class="soft">${changeText(change)}</span>
                </th>
                <td class="time">${formatTime(change.at)}</td>
                <td class="address changer">${whoOf(change)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }
}
