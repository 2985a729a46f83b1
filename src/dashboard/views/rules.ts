import { html, nothing, type TemplateResult } from 'lit';
import type { Rule, RulePage, RulesSet } from '../answers.js';
import { formatNumber } from '../format.js';
import { textOf, View } from '../view.js';
import { WORDS } from '../words/index.js';
import { fillRuleForm, readRuleForm, ruleForm } from './rule-form.js';
import { ruleRow } from './rule-row.js';

/** The list of rules that is shown. */
type List = keyof typeof WORDS.ruleLists;

const PATHS: Record<List, string> = { account: 'rules', deployment: 'rules/deployment' };

/** A message about one of the rules, with the line of the field that it is about. */
const aboutLine = (message: string): string =>
  message.replace(/^rules\[(\d+)\](\.pattern)?/, (_, n: string) => WORDS.ruleLine(Number(n) + 1));

/** The rules that allow and deny, of one's own account; for the operator those of the deployment too. */
export class RulesView extends View {
  static override properties = {
    list: { state: true },
    rules: { state: true },
    total: { state: true },
    next: { state: true },
    search: { state: true },
    removed: { state: true },
    changed: { state: true },
  };

  declare protected list: List;
  /** Null: not there yet. */
  declare protected rules: Rule[] | null;
  declare protected total: number;
  declare protected next: RulePage['next'];
  /** The text that is looked for; empty: all are shown. */
  declare protected search: string;
  /** The ids of shown rules that were removed since the list was read: each can be set again. */
  declare protected removed: ReadonlySet<number>;
  /** Counts changes, after which the log of them is read again. */
  declare protected changed: number;

  constructor() {
    super();
    this.list = 'account';
    this.rules = null;
    this.total = 0;
    this.next = null;
    this.search = '';
    this.removed = new Set();
    this.changed = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load(this.#load);
  }

  #read(before: number | null): Promise<RulePage> {
    const query = new URLSearchParams({
      ...(this.search && { search: this.search }),
      ...(before !== null && { before: String(before) }),
    });
    return this.app.api.get<RulePage>(`${PATHS[this.list]}?${query}`);
  }

  readonly #load = async (): Promise<void> => {
    this.#show(await this.#read(null));
  };

  #show({ rules, total, next }: RulePage): void {
    this.rules = rules;
    this.total = total;
    this.next = next;
    this.removed = new Set();
  }

  readonly #older = (): void => {
    void this.attempt('older', async () => {
      const { rules, next } = await this.#read(this.next);
      this.rules = [...(this.rules ?? []), ...rules];
      this.next = next;
    });
  };

  readonly #choose = (event: Event): void => {
    const list = (event.target as HTMLSelectElement).value as List;
    void this.attempt('list', async () => {
      this.list = list;
      this.search = '';
      this.rules = null;
      await this.#load();
    });
  };

  readonly #find = this.onSubmit('find', async (fields) => {
    this.search = textOf(fields, 'search');
    await this.#load();
  });

  readonly #save = this.onSubmit('save', async (fields, form) => {
    const rules = readRuleForm(fields);
    let done: RulesSet;
    try {
      done = await this.app.api.post<RulesSet>(`${PATHS[this.list]}/set`, { rules });
    } catch (error) {
      if (!(error instanceof Error) || aboutLine(error.message) === error.message) throw error;
      throw new Error(aboutLine(error.message), { cause: error });
    }
    form.reset();
    this.search = '';
    await this.#load();
    this.changed += 1;
    this.app.say(WORDS.rulesSaved(formatNumber(done.added), formatNumber(done.changed)));
  });

  /** Removes a rule. Its row stays where it is, with a button that sets the rule again. */
  #remove({ id, pattern }: Rule): void {
    void this.attempt(`rule ${id}`, async () => {
      await this.app.api.delete(`${PATHS[this.list]}/${id}`);
      this.removed = new Set([...this.removed, id]);
      this.total -= 1;
      await this.#finish(id, WORDS.ruleRemoved(pattern));
    });
  }

  /** Sets a removed rule again, which gives it another id. */
  #restore({ id, pattern, action, note, until }: Rule): void {
    void this.attempt(`rule ${id}`, async () => {
      const rule = { pattern, action, note, ...(until !== null && { until }) };
      await this.app.api.post(`${PATHS[this.list]}/set`, { rules: [rule] });
      // New rules are the first.
      const page = await this.#read(null);
      const back = page.rules.find((one) => one.pattern === pattern);
      if (back === undefined) this.#show(page);
      else this.rules = (this.rules ?? []).map((one) => (one.id === id ? back : one));
      this.total = page.total;
      await this.#finish(back?.id, WORDS.ruleBack(pattern));
    });
  }

  /** Says what was done, and moves the focus to the rule's row: the pressed button is gone. */
  async #finish(id: number | undefined, news: string): Promise<void> {
    this.changed += 1;
    this.app.say(news);
    await this.updateComplete;
    this.querySelector<HTMLElement>(id === undefined ? '#rules-title' : `[data-rule='${id}']`)?.focus();
  }

  #edit(rule: Rule): void {
    const form = this.querySelector<HTMLFormElement>('form.new-rules');
    if (form) fillRuleForm(form, rule);
  }

  protected override render(): TemplateResult {
    const { list } = this;
    return html`
      ${this.heading('rules')}
      <section class="panel" aria-labelledby="new-rules-title">
        <h2 id="new-rules-title">${WORDS.addRules}</h2>
        <p class="soft">${WORDS.rulesLead}</p>
        ${this.app.session?.user.role === 'operator' ? this.#lists() : nothing} ${this.problemOf('list')}
        ${list === 'deployment' ? html`<p class="soft">${WORDS.deploymentLead}</p>` : nothing}
        ${ruleForm(this.#save, this.busy !== null, this.problemOf('save'))}
      </section>
      ${this.#rules()}
      <dashboard-rule-changes
        .app=${this.app}
        .path=${`${PATHS[list]}/changes`}
        .version=${this.changed}
      ></dashboard-rule-changes>
    `;
  }

  #lists(): TemplateResult {
    return html`<div class="field">
      <label for="rule-list">${WORDS.rulesOf}</label>
      <select id="rule-list" @change=${this.#choose}>
        ${Object.entries(WORDS.ruleLists).map(
          ([value, words]) => html`<option value=${value} ?selected=${value === this.list}>${words}</option>`,
        )}
      </select>
    </div>`;
  }

  #rules(): TemplateResult {
    const { rules, total, search } = this;
    return html`<section class="panel" aria-labelledby="rules-title">
      <div class="heading">
        <h2 id="rules-title" tabindex="-1">${WORDS.rulesTitle}</h2>
        <span class="soft">${WORDS.ruleCount(formatNumber(total))}</span>
      </div>
      <form role="search" class="search" @submit=${this.#find}>
        <label for="rule-search">${WORDS.findRules}</label>
        <div class="row">
          <input
            id="rule-search"
            name="search"
            type="search"
            maxlength="200"
            autocomplete="off"
            spellcheck="false"
            .value=${search}
          />
          <button aria-disabled=${this.busy !== null}>${WORDS.find}</button>
        </div>
      </form>
      ${this.problemOf('find')}
      ${
        rules === null
          ? this.placeholder(this.#load)
          : rules.length === 0
            ? html`<p class="soft">${search === '' ? WORDS.noRules : WORDS.noRulesFound}</p>`
            : html`<ul class="rows">
                ${rules.map((rule) => this.#row(rule))}
              </ul>`
      }
      ${this.problemOf('older')}
      ${this.next === null ? nothing : html`<p><button type="button" @click=${this.#older}>${WORDS.older}</button></p>`}
    </section>`;
  }

  #row(rule: Rule): TemplateResult {
    return ruleRow(rule, {
      isRemoved: this.removed.has(rule.id),
      problem: this.problemOf(`rule ${rule.id}`),
      onEdit: () => {
        this.#edit(rule);
      },
      onRemove: () => {
        this.#remove(rule);
      },
      onRestore: () => {
        this.#restore(rule);
      },
    });
  }
}
