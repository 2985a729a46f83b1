import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import {
  leftAfterBlock,
  OUTCOMES,
  sumOf,
  totalsOf,
  type FormTotals,
  type OutcomeTotals,
} from '../../protocol/index.js';
import type { Forms } from '../answers.js';
import { nameOfForm, nameOfSite } from '../form-names.js';
import { formatNumber } from '../format.js';
import { View } from '../view.js';
import { WORDS } from '../words/index.js';
import { funnel } from './form-funnel.js';
import { unchecked, waits } from './form-waits.js';
import { worth } from './form-worth.js';

/** The periods that can be chosen, in days. */
const PERIODS = [7, 30, 90];

/** Outcomes of forms: whom the element has helped and whom it has sent away, and what that is worth. */
export class FormView extends View {
  static override properties = {
    forms: { state: true },
    days: { state: true },
    site: { state: true },
    form: { state: true },
  };

  /** The most used form first; null: not there yet. */
  declare protected forms: FormTotals[] | null;
  declare protected days: number;
  /** The origin and the form that were chosen; empty: all. */
  declare protected site: string;
  declare protected form: string;

  constructor() {
    super();
    this.forms = null;
    this.days = 30;
    this.site = '';
    this.form = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load(this.#load);
  }

  readonly #load = (): Promise<void> => this.#read(this.days);

  async #read(days: number): Promise<void> {
    const { forms } = await this.app.api.get<Forms>(`dashboard/forms?days=${days}`);
    this.forms = totalsOf(forms);
    this.days = days;
    // A site or form that the period lacks would show empty figures.
    if (!this.forms.some(({ origin }) => this.#isOfSite(origin))) this.site = '';
    if (!this.forms.some((one) => this.#isChosen(one))) this.form = '';
  }

  readonly #onPeriod = ({ currentTarget }: Event): void => {
    const before = this.days;
    this.days = Number((currentTarget as HTMLSelectElement).value);
    void this.attempt('period', async () => {
      await this.#read(this.days);
      this.app.say(WORDS.lastDays(this.days));
    }).then((isRead) => {
      if (!isRead) this.days = before;
    });
  };

  readonly #onSite = ({ currentTarget }: Event): void => {
    this.site = (currentTarget as HTMLSelectElement).value;
    this.form = '';
  };

  readonly #onForm = ({ currentTarget }: Event): void => {
    this.form = (currentTarget as HTMLSelectElement).value;
  };

  protected override render(): TemplateResult {
    const { forms } = this;
    return html`
      ${this.heading('form')}
      ${forms === null ? this.placeholder(this.#load) : html`${this.#choices(forms)} ${this.#figures(forms)}`}
    `;
  }

  /** A choice by a list. An empty value stands for all. */
  #choice(
    id: string,
    label: string,
    value: string,
    options: [value: string, name: string][],
    onChange: (event: Event) => void,
  ) {
    return html`<div class="field">
      <label for=${id}>${label}</label>
      <select id=${id} @change=${onChange}>
        ${options.map(([one, name]) => html`<option value=${one} dir="auto" .selected=${live(one === value)}>${name}</option>`)}
      </select>
    </div>`;
  }

  #choices(forms: readonly FormTotals[]): TemplateResult {
    const sites = [...new Set(forms.map(({ origin }) => origin))];
    const names = [...new Set(forms.filter(({ origin }) => this.#isOfSite(origin)).map(({ form }) => form))];
    const csv = this.app.api.url(`dashboard/forms?format=csv&days=${this.days}`);
    return html`<div class="choices">
        ${this.#choice(
          'form-period',
          WORDS.period,
          String(this.days),
          PERIODS.map((days) => [String(days), WORDS.lastDays(days)]),
          this.#onPeriod,
        )}
        ${this.#choice('form-site', WORDS.formSite, this.site, [['', WORDS.allSites], ...sites.map((one): [string, string] => [one, nameOfSite(one)])], this.#onSite)}
        ${this.#choice('form-form', WORDS.form, this.form, [['', WORDS.allForms], ...names.map((form): [string, string] => [form, nameOfForm({ form })])], this.#onForm)}
        <a class="button" href=${csv} download>${WORDS.formCsv}</a>
      </div>
      ${this.problemOf('period')}`;
  }

  #isOfSite(origin: string): boolean {
    return this.site === '' || origin === this.site;
  }

  #isChosen({ origin, form }: FormTotals): boolean {
    return this.#isOfSite(origin) && (this.form === '' || form === this.form);
  }

  #figures(all: readonly FormTotals[]): TemplateResult {
    const chosen = all.filter((one) => this.#isChosen(one));
    const [helped, heldOut] = [sumOf(chosen.map((one) => one.helped)), sumOf(chosen.map((one) => one.heldOut))];
    if ((helped.counts.used ?? 0) + (heldOut.counts.used ?? 0) + (helped.counts.sent ?? 0) === 0)
      return html`<section class="panel empty">
        <h2>${WORDS.noForms(this.days)}</h2>
        <p>${WORDS.noFormsLead}</p>
        <p class="buttons"><a class="button" href="#api-settings">${WORDS.noFormsCode}</a></p>
      </section>`;
    return html`
      ${this.#gainAndHarm(helped)}
      <section class="panel" aria-labelledby="funnel-title">
        <h2 id="funnel-title">${WORDS.funnel}</h2>
        ${funnel(helped.counts)}
        <details>
          <summary>${WORDS.allNumbers}</summary>
          ${this.#numbers(helped, heldOut)}
        </details>
      </section>
      ${worth(chosen)}
      <div class="charts">${waits(helped)} ${unchecked(helped)}</div>
    `;
  }

  /** The good and the harm, in the same size. */
  #gainAndHarm({ counts }: OutcomeTotals): TemplateResult {
    const of = (name: keyof typeof counts): number => counts[name] ?? 0;
    const text = (name: keyof typeof counts): string => formatNumber(of(name));
    const kept = Math.max(0, of('fixed') - of('undone'));
    return html`<dl class="figures pair">
      <div class="panel">
        <dt>${WORDS.signUpsSaved}</dt>
        <dd>
          <b id="signups-saved">${text('saved')}</b>
          <p>${WORDS.savedMeaning}</p>
          <p>${WORDS.savedParts(kept, of('accepted'), text('healed'))}</p>
        </dd>
      </div>
      <div class="panel">
        <dt>${WORDS.sentAway}</dt>
        <dd>
          <b id="sent-away">${formatNumber(leftAfterBlock(counts))}</b>
          <p>${WORDS.sentAwayMeaning}</p>
          <p>${WORDS.sentAwayParts(text('blocked'), text('healed'), text('overridden'))}</p>
        </dd>
      </div>
    </dl>`;
  }

  #numbers(helped: OutcomeTotals, heldOut: OutcomeTotals): TemplateResult {
    return html`<div class="table" tabindex="0" role="group" aria-label=${WORDS.allNumbersName}>
      <table id="form-numbers" class="stack">
        <caption class="visually-hidden">
          ${WORDS.allNumbersName}
        </caption>
        <thead>
          <tr>
            <th scope="col">${WORDS.formCount}</th>
            <th scope="col" class="number">${WORDS.withElement}</th>
            <th scope="col" class="number">${WORDS.heldOutGroup}</th>
          </tr>
        </thead>
        <tbody>
          ${OUTCOMES.map(
            (outcome) =>
              html`<tr data-outcome=${outcome}>
                <th scope="row">${WORDS.outcomeNames[outcome]}</th>
                <td class="number" data-label=${WORDS.withElement}>${formatNumber(helped.counts[outcome] ?? 0)}</td>
                <td class="number" data-label=${WORDS.heldOutGroup}>${formatNumber(heldOut.counts[outcome] ?? 0)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }
}
