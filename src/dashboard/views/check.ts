import { html, nothing, type TemplateResult } from 'lit';
import type { Checked, ScoreLine } from '../answers.js';
import { textOf, View } from '../view.js';
import { WORDS } from '../words/index.js';

/** The parts of a check that have answers of their own. */
const PARTS = ['address', 'domain', 'mailbox'] as const;

/**
 * The effect of one code on the score, in words. `invalid` makes all others moot, `risky` those but `invalid`, and
 * `unknown` deductions.
 */
const effectOf = ({ effect }: ScoreLine, { status }: Checked['result'], lines: readonly ScoreLine[]): string => {
  if (effect === 'invalid') return WORDS.effectInvalid;
  if (status === 'invalid') return WORDS.effectMoot;
  if (effect === 'risky') return WORDS.effectRisky;
  if (lines.some((line) => line.effect === 'risky')) return WORDS.effectMoot;
  if (effect === 'unknown') return WORDS.effectUnknown;
  if (status === 'unknown') return WORDS.effectMoot;
  return effect === 0 ? WORDS.effectNone : `\u2212${(effect / 100).toFixed(2)}`;
};

/** Checking one address, with the score explained line by line. */
export class CheckView extends View {
  static override properties = { checked: { state: true } };

  /** The last result. */
  declare protected checked: Checked | null;

  constructor() {
    super();
    this.checked = null;
  }

  readonly #submit = this.onSubmit('check', (fields) => this.#check(textOf(fields, 'checked-address')));

  async #check(email: string): Promise<void> {
    this.checked = null;
    if (email === '') throw new Error(WORDS.noAddress);
    const checked = await this.app.api.post<Checked>('dashboard/check', { email });
    this.checked = checked;
    await this.updateComplete;
    this.querySelector<HTMLElement>('#result')?.focus();
  }

  /** Checks the address that may have been meant. */
  readonly #take = (): void => {
    const email = this.checked?.result.did_you_mean;
    const input = this.querySelector<HTMLInputElement>('#checked-address');
    if (email == null || input === null) return;
    input.value = email;
    void this.attempt('check', () => this.#check(email));
  };

  protected override render(): TemplateResult {
    const { checked } = this;
    return html`
      ${this.heading('check')}
      <form class="panel" @submit=${this.#submit}>
        <p class="soft">${WORDS.checkLead}</p>
        <div class="field">
          <label for="checked-address">${WORDS.address}</label>
          <div class="with-button">
            <input
              id="checked-address"
              name="checked-address"
              inputmode="email"
              required
              maxlength="1000"
              autocomplete="off"
              autocapitalize="none"
              spellcheck="false"
            /><button class="primary" aria-disabled=${this.busy !== null}>
              ${this.busy === null ? WORDS.check : WORDS.checking}
            </button>
          </div>
        </div>
        ${this.problemOf('check')}
      </form>
      ${checked === null ? nothing : this.#result(checked)}
    `;
  }

  #result({ result, explanation }: Checked): TemplateResult {
    const { email, status, score, quality, mx_record: host, did_you_mean: suggestion } = result;
    return html`
      <section class="panel" aria-labelledby="result">
        <h2 id="result" tabindex="-1">
          <span class="visually-hidden">${WORDS.resultOf(email)}: </span>
          <span class="verdict" data-status=${status}>${WORDS.statuses[status]}</span>
        </h2>
        <p class="address" aria-hidden="true">${email}</p>
        <p id="summary">${explanation.summary}</p>
        ${
          suggestion === null
            ? nothing
            : html`<p class="suggestion">
                ${WORDS.didYouMean} <b class="address">${suggestion}</b>?
                <button type="button" @click=${this.#take}>${WORDS.useSuggestion}</button>
              </p>`
        }
        <h3>${WORDS.whatIsKnown}</h3>
        <dl class="facts answers">
          ${PARTS.map((part) => {
            const { answer, confidence, meaning } = explanation[part];
            return html`<dt>${WORDS.parts[part]}</dt>
              <dd data-part=${part} data-answer=${answer}>
                ${meaning} <span class="tag">${WORDS.confidence[confidence]}</span>
              </dd>`;
          })}
        </dl>
        ${explanation.domain_outcomes === undefined ? nothing : html`<p class="soft">${explanation.domain_outcomes}</p>`}
        <dl class="facts">
          <dt>${WORDS.score}</dt>
          <dd>${score.toFixed(2)}</dd>
          <dt>${WORDS.quality}</dt>
          <dd>${quality}</dd>
          <dt>${WORDS.mailServer}</dt>
          <dd class="address">${host || WORDS.noMailServer}</dd>
        </dl>
        <h3>${WORDS.whyScore}</h3>
        <div class="table" tabindex="0" role="group" aria-label=${WORDS.whyScore}>
          <table>
            <caption class="visually-hidden">
              ${WORDS.whyScore}
            </caption>
            <thead class="visually-hidden">
              <tr>
                <th scope="col">${WORDS.reason}</th>
                <th scope="col">${WORDS.effect}</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <td>${WORDS.start}</td>
                <td class="number">1.00</td>
              </tr>
              ${explanation.score.map(
                (line) =>
                  html`<tr>
                    <td>${line.meaning} <code>${line.code}</code></td>
                    <td class="number effect">${effectOf(line, result, explanation.score)}</td>
                  </tr>`,
              )}
              ${
                explanation.score.length === 0
                  ? html`<tr>
                      <td colspan="2">${WORDS.nothingAgainst}</td>
                    </tr>`
                  : nothing
              }
              <tr class="sum">
                <td>${WORDS.total}</td>
                <td class="number">${score.toFixed(2)}</td>
              </tr>
            </tbody>
          </table>
        </div>
        ${status === 'risky' && score <= 0.3 ? html`<p class="soft">${WORDS.floor}</p>` : nothing}
      </section>
    `;
  }
}
