import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { join } from 'lit/directives/join.js';
import type { RuleChange, RuleChangePage } from '../answers.js';
import { formatTime } from '../format.js';
import { View } from '../view.js';
import { WORDS } from '../words/index.js';
import { detailsOf } from './rule-row.js';

const whoOf = ({ by, name }: RuleChange): string => {
  if (name === null) return WORDS.changers[by];
  return by === 'key' ? WORDS.keyNamed(name) : name;
};

/** A rule without its pattern. */
const content = (rule: NonNullable<RuleChange['old']>): unknown =>
  join([WORDS.ruleActions[rule.action], ...detailsOf(rule)], ', ');

/** The rule before and after, as far as there was one. */
const changeOf = ({ old, new: now }: RuleChange): TemplateResult => {
  if (now === null) return html`${WORDS.ruleGone}: ${old === null ? nothing : content(old)}`;
  if (old === null) return html`${WORDS.ruleAdded}: ${content(now)}`;
  return html`${WORDS.ruleChanged}: ${content(old)} → ${content(now)}`;
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
                  <span class="address">${change.pattern}</span> <span class="soft">${changeOf(change)}</span>
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
