import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { BOUNCE_LIMITS } from '../../protocol/index.js';
import type { Accuracy } from '../answers.js';
import { confirmation } from '../dialog.js';
import { formatDay, formatNumber, formatPercent, formatPercentRange, formatShortDay } from '../format.js';
import { View } from '../view.js';
import { WORDS } from '../words/index.js';
import { shareTable, type ShareRow } from './share-table.js';

const WEEKS = [4, 12, 26, 52];
const [LIMIT] = BOUNCE_LIMITS;

interface Cases {
  delivered: number;
  bounced: number;
}
const allOf = ({ delivered, bounced }: Cases): number => delivered + bounced;

/** The page of how right the verdicts were, by the outcomes of the account's own mail. */
export class AccuracyView extends View {
  static override properties = { accuracy: { state: true }, weeks: { state: true }, isForgetting: { state: true } };

  /** Null: not there yet. */
  declare protected accuracy: Accuracy | null;
  /** The weeks that are looked at. */
  declare protected weeks: number;
  /** True while the dialog asks whether to forget the verdicts. */
  declare protected isForgetting: boolean;

  constructor() {
    super();
    this.accuracy = null;
    this.weeks = 12;
    this.isForgetting = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load(this.#load);
  }

  readonly #load = async (): Promise<void> => {
    this.accuracy = await this.app.api.get<Accuracy>(`dashboard/accuracy?weeks=${this.weeks}`);
  };

  readonly #chooseWeeks = ({ currentTarget }: Event): void => {
    const before = this.weeks;
    this.weeks = Number((currentTarget as HTMLSelectElement).value);
    void this.attempt('weeks', this.#load).then((isRead) => {
      if (!isRead) this.weeks = before;
    });
  };

  readonly #toggle = (): void => {
    if (this.accuracy?.remembers_since != null) {
      this.problem = null;
      this.isForgetting = true;
      return;
    }
    void this.attempt('remember', async () => {
      await this.app.api.post('dashboard/accuracy/remember', { remember: true });
      await this.#load();
      this.app.say(WORDS.begunRemembering);
    });
  };

  readonly #forget = this.onSubmit('forget', async () => {
    await this.app.api.post('dashboard/accuracy/remember', { remember: false });
    this.querySelector('dialog')?.close();
    await this.#load();
    this.app.say(WORDS.endedRemembering);
  });

  protected override render(): TemplateResult {
    const { accuracy } = this;
    return html`
      ${this.heading('accuracy')}
      ${accuracy === null ? this.placeholder(this.#load) : html`${this.#state(accuracy)} ${this.#shown(accuracy)}`}
      <dashboard-bounce-upload
        .app=${this.app}
        @outcomes-counted=${() => void this.load(this.#load)}
      ></dashboard-bounce-upload>
      <dashboard-mail-sources .app=${this.app}></dashboard-mail-sources>
      ${this.isForgetting ? this.#forgetting() : nothing}
    `;
  }

  #forgetting(): TemplateResult {
    return confirmation({
      title: WORDS.forgetTitle,
      lead: WORDS.forgetLead,
      action: WORDS.forget,
      isBusy: this.busy !== null,
      problem: this.problemOf('forget'),
      onSubmit: this.#forget,
      onClose: () => (this.isForgetting = false),
    });
  }

  #state({ remembers_since: since }: Accuracy): TemplateResult {
    const isOn = since !== null;
    return html`<section class="panel">
      <p class="soft">${WORDS.accuracyLead} <a href=${WORDS.accuracySourcesUrl}>${WORDS.accuracySources}</a>.</p>
      <p id="remembers">${isOn ? WORDS.remembered(formatDay(since)) : WORDS.notRemembered}</p>
      ${this.problemOf('remember')}
      <p class="buttons">
        <button
          type="button"
          class=${isOn ? 'small' : 'primary'}
          aria-disabled=${this.busy !== null}
          @click=${this.#toggle}
        >
          ${isOn ? WORDS.endRemembering : WORDS.beginRemembering}
        </button>
      </p>
    </section>`;
  }

  #shown(accuracy: Accuracy): TemplateResult {
    const period = html`<p>
        <label class="per-page">
          <span>${WORDS.verdictsOfLast}</span>
          <select id="weeks" @change=${this.#chooseWeeks}>
            ${WEEKS.map(
              (weeks) =>
                html`<option value=${weeks} .selected=${live(weeks === this.weeks)}>${WORDS.weekCount(weeks)}</option>`,
            )}
          </select>
        </label>
      </p>
      ${this.problemOf('weeks')}`;
    if (allOf(accuracy.all) === 0)
      return html`${period}
        <section class="panel empty">
          <h2>${WORDS.noOutcomes}</h2>
          <p>${WORDS.noOutcomesLead}</p>
        </section>`;
    return html`${period}
    ${accuracy.missing === null ? nothing : html`<p class="warning">${WORDS.deliveriesMissing}</p>`}
    ${this.#figures(accuracy)} ${this.#tables(accuracy)}`;
  }

  #figures({ all, statuses, enough, missing }: Accuracy): TemplateResult {
    const valid = statuses.find(({ status }) => status === 'valid');
    const share = valid?.bounce_percent ?? null;
    return html`<dl class="figures">
      <div class="panel">
        <dt>${WORDS.validBounced}</dt>
        <dd>
          ${
            share === null
              ? html`<p id="valid-bounced">
                  ${missing === null ? WORDS.tooFewOutcomes(formatNumber(enough)) : WORDS.noDeliveries}
                </p>`
              : html`<b id="valid-bounced">${formatPercent(share.percent)}</b>
                  <p>${WORDS.shareRange(formatPercentRange(share.low, share.high))}</p>`
          }
          <p>${WORDS.ofCases(formatNumber(valid?.bounced ?? 0), formatNumber(valid ? allOf(valid) : 0))}</p>
        </dd>
      </div>
      <div class="panel">
        <dt>${WORDS.outcomesKnown}</dt>
        <dd>
          <b id="outcomes-known">${formatNumber(allOf(all))}</b>
          <p>${WORDS.outcomesOf(formatNumber(all.delivered), formatNumber(all.bounced))}</p>
        </dd>
      </div>
    </dl>`;
  }

  #tables({ statuses, codes, scores, weeks, missing }: Accuracy): TemplateResult {
    const bounces = (name: ShareRow['name'], cases: Accuracy['codes'][number] | Accuracy['statuses'][number]) => ({
      ...{ name, share: cases.bounce_percent, part: cases.bounced, all: allOf(cases), mark: LIMIT },
    });
    const panel = (id: string, title: string, lead: string, row: string, part: string, rows: readonly ShareRow[]) =>
      html`<section class="panel" aria-labelledby=${id}>
        <h2 id=${id}>${title}</h2>
        <p class="hint">${lead}</p>
        ${shareTable({ name: title, row, part, none: missing === null ? WORDS.notEnoughShort : WORDS.noDeliveries }, rows)}
      </section>`;
    const valid = weeks.flatMap(({ week, statuses }) =>
      statuses
        .filter(({ status, ...cases }) => status === 'valid' && allOf(cases) > 0)
        .map((cases) => bounces(WORDS.weekOf(formatShortDay(week)), cases)),
    );
    return html`
      ${panel(
        'by-verdict',
        WORDS.byVerdict,
        WORDS.limitLine,
        WORDS.verdict,
        WORDS.bounced,
        statuses.map((cases) =>
          bounces(html`<i data-swatch=${cases.status}></i> ${WORDS.statuses[cases.status]}`, cases),
        ),
      )}
      ${panel(
        'by-score',
        WORDS.byScore,
        WORDS.byScoreLead,
        WORDS.score,
        WORDS.delivered,
        scores.map((cases) => ({
          name: WORDS.scoreRange(cases.from.toFixed(1), (cases.from + 0.1).toFixed(1)),
          share: cases.delivered_percent,
          part: cases.delivered,
          all: allOf(cases),
          mark: 100 * (cases.from + 0.05),
        })),
      )}
      ${
        valid.length === 0
          ? nothing
          : panel('by-week', WORDS.byWeek, WORDS.byWeekLead, WORDS.week, WORDS.bounced, valid.reverse())
      }
      ${
        codes.length === 0
          ? nothing
          : panel(
              'by-reason',
              WORDS.byReason,
              WORDS.limitLine,
              WORDS.reason,
              WORDS.bounced,
              codes.map((cases) =>
                bounces(html`<span title=${cases.code}>${WORDS.reasonsOf([cases.code])[0]?.[1]}</span>`, cases),
              ),
            )
      }
    `;
  }
}
