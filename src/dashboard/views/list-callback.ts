import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Callback, CallbackAttempt, CallbackList } from '../answers.js';
import { formatNumber, formatSecond } from '../format.js';
import { View } from '../view.js';
import { WORDS } from '../words/index.js';

/** The interval at which a callback that is being sent is read again, in ms. */
const REFRESH_MS = 3000;

/** True if an attempt runs or is due. */
const isUnderWay = ({ next_attempt_at: next, attempts }: Callback): boolean =>
  next !== null && (attempts.at(-1)?.reason == null || Date.parse(next) <= Date.now());

const stateOf = (callback: Callback): string => {
  const { delivered_at, given_up_at, next_attempt_at: next } = callback;
  const { delivered, givenUp, later, running } = WORDS.callbackState;
  if (delivered_at !== null) return delivered;
  if (given_up_at !== null) return givenUp;
  return next === null || isUnderWay(callback) ? running : later(formatSecond(next));
};

/** The callback of a list: whether it was delivered, its attempts, and its replay. */
export class ListCallback extends View {
  static override properties = {
    number: { attribute: false },
    url: { attribute: false },
    hasEnded: { attribute: false },
    callbacks: { state: true },
  };

  /** The id of the list. */
  declare number: number;
  declare url: string;
  declare hasEnded: boolean;
  /** Null: not there yet. */
  declare protected callbacks: Callback[] | null;

  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.callbacks = null;
  }

  override disconnectedCallback(): void {
    clearTimeout(this.#timer);
    super.disconnectedCallback();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('hasEnded') && this.hasEnded) void this.load(this.#load);
  }

  readonly #load = async (): Promise<void> => {
    clearTimeout(this.#timer);
    const { callbacks } = await this.app.api.get<CallbackList>(`batch/${this.number}/callbacks`);
    this.callbacks = callbacks;
    if (callbacks.some(isUnderWay) && this.isConnected) this.#timer = setTimeout(this.#refresh, REFRESH_MS);
  };

  readonly #refresh = (): void => void this.#load().catch(() => undefined);

  readonly #reload = (): void => {
    void this.attempt('again', async () => {
      await this.#load();
      this.app.say(WORDS.reloaded);
    });
  };

  #replay({ n }: Callback): void {
    void this.attempt('again', async () => {
      await this.app.api.post(`batch/${this.number}/callbacks/${n}/replay`);
      this.app.say(WORDS.replayed);
      await this.#load();
    });
  }

  protected override render(): TemplateResult {
    const { callbacks } = this;
    return html`
      <section class="panel" aria-labelledby="callback-title">
        <h2 id="callback-title">${WORDS.callbackLog}</h2>
        <p>${WORDS.callbackTo} <bdi class="address">${this.url}</bdi>.</p>
        ${
          !this.hasEnded
            ? html`<p class="soft">${WORDS.callbackEnds}</p>`
            : callbacks === null
              ? this.placeholder(this.#load)
              : callbacks.map((callback) => this.#callback(callback))
        }
        ${this.problemOf('again')}
      </section>
    `;
  }

  #callback(callback: Callback): TemplateResult {
    const { event, attempts, n } = callback;
    return html`
      <p data-callback=${n}><b>${WORDS.events[event]}</b>: <span>${stateOf(callback)}</span></p>
      ${
        attempts.length === 0
          ? nothing
          : html`<div class="table" tabindex="0" role="group" aria-label=${WORDS.attempts}>
              <table class="stack">
                <caption class="visually-hidden">
                  ${WORDS.attempts}
                </caption>
                <thead>
                  <tr>
                    <th scope="col">${WORDS.attemptAt}</th>
                    <th scope="col">${WORDS.answer}</th>
                    <th scope="col" class="number">${WORDS.duration}</th>
                  </tr>
                </thead>
                <tbody>
                  ${attempts.toReversed().map((attempt) => this.#attempt(attempt))}
                </tbody>
              </table>
            </div>`
      }
      <p class="buttons">
        <button
          type="button"
          class="small"
          @click=${() => {
            this.#replay(callback);
          }}
        >
          ${WORDS.replay}
        </button>
        <button type="button" class="small" @click=${this.#reload}>${WORDS.reload}</button>
      </p>
    `;
  }

  #attempt({ at, status, reason, ms }: CallbackAttempt): TemplateResult {
    const answer = [status, reason].filter((part) => part !== null).join(': ');
    return html`<tr>
      <td class="time">${formatSecond(at)}</td>
      <td>${answer || WORDS.underWay}</td>
      <td class="number" data-label=${WORDS.duration} ?data-none=${ms === null}>
        ${ms === null ? '' : WORDS.milliseconds(formatNumber(ms))}
      </td>
    </tr>`;
  }
}
