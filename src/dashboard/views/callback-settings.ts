import { html, nothing, type TemplateResult } from 'lit';
import type { CallbackSecret, CallbackTest, RotatedCallbackSecret } from '../answers.js';
import { dialog, dialogButtons } from '../dialog.js';
import { hint } from '../fields.js';
import { formatNumber, formatTime } from '../format.js';
import { textOf, View } from '../view.js';
import { WORDS } from '../words/index.js';
import { graceField } from './key-dialogs.js';

/** The secret that signs callbacks, and a test of a receiver. */
export class CallbackSettings extends View {
  static override properties = { secret: { state: true }, isRotating: { state: true }, tested: { state: true } };

  /** Null: not shown. */
  declare protected secret: string | null;
  /** True while its dialog is open. */
  declare protected isRotating: boolean;
  declare protected tested: CallbackTest | null;

  constructor() {
    super();
    this.secret = null;
    this.isRotating = false;
    this.tested = null;
  }

  /** Reads the secret, which the service makes at the first call. */
  async #read(): Promise<string> {
    return this.secret ?? (await this.app.api.post<CallbackSecret>('dashboard/callbacks/secret')).secret;
  }

  readonly #toggle = (): void => {
    void this.attempt('secret', async () => {
      this.secret = this.secret === null ? await this.#read() : null;
    });
  };

  readonly #copy = (): void => {
    void this.attempt('secret', async () => this.copy('secret', await this.#read()));
  };

  readonly #openRotation = (): void => {
    this.problem = null;
    this.isRotating = true;
  };

  readonly #rotate = this.onSubmit('rotate', async (fields) => {
    const hours = Number(fields.get('grace'));
    const { secret, old_expires_at: end } = await this.app.api.post<RotatedCallbackSecret>(
      'dashboard/callbacks/rotate',
      { grace_hours: hours },
    );
    this.secret = secret;
    this.querySelector('dialog')?.close();
    this.app.say(hours === 0 || end === null ? WORDS.secretRotatedNow : WORDS.secretRotated(formatTime(end)));
  });

  readonly #test = this.onSubmit('test', async (fields) => {
    this.tested = null;
    this.tested = await this.app.api.post<CallbackTest>('dashboard/callbacks/test', {
      url: textOf(fields, 'test-url'),
    });
    this.app.say(this.#outcome(this.tested));
  });

  #outcome({ delivered, status, reason, ms }: CallbackTest): string {
    return delivered && status !== null
      ? WORDS.testDelivered(status, formatNumber(ms))
      : WORDS.testFailed(reason ?? '', status);
  }

  protected override render(): TemplateResult {
    const { secret } = this;
    const isShown = secret !== null;
    return html`
      <section class="panel" aria-labelledby="callbacks-title">
        <h2 id="callbacks-title">${WORDS.callbacks}</h2>
        <p class="soft">${WORDS.callbacksLead}</p>
        <h3>${WORDS.callbackSecret}</h3>
        <p class="key-line">
          <code class="key" id="callback-secret">${secret ?? WORDS.hiddenSecret}</code>
          <span class="buttons">
            <button
              type="button"
              class="small"
              aria-label=${isShown ? WORDS.hideSecret : WORDS.showSecret}
              @click=${this.#toggle}
            >
              ${isShown ? WORDS.hide : WORDS.show}
            </button>
            <button
              type="button"
              class="small"
              aria-label=${this.copyName('secret', WORDS.copySecret)}
              @click=${this.#copy}
            >
              ${this.copyLabel('secret')}
            </button>
            <button type="button" class="small" aria-label=${WORDS.rotateSecretName} @click=${this.#openRotation}>
              ${WORDS.rotateSecret}
            </button>
          </span>
        </p>
        ${this.problemOf('secret')} ${this.#tests()}
      </section>
      ${this.isRotating ? this.#rotation() : nothing}
    `;
  }

  #tests(): TemplateResult {
    const { tested } = this;
    return html`<form @submit=${this.#test}>
      <div class="field">
        <label for="test-url">${WORDS.testUrl}</label>
        <div class="with-button">
          <input
            id="test-url"
            name="test-url"
            type="url"
            required
            maxlength="2000"
            autocomplete="off"
            aria-describedby="test-url-hint"
          /><button aria-disabled=${this.busy !== null}>
            ${this.busy === 'test' ? WORDS.sendingTest : WORDS.sendTest}
          </button>
        </div>
        ${hint('test-url-hint', WORDS.testUrlHint)}
      </div>
      ${this.problemOf('test')}
      ${
        tested === null
          ? nothing
          : html`<p class=${tested.delivered ? 'notice' : 'problem'} id="test-outcome">${this.#outcome(tested)}</p>`
      }
    </form>`;
  }

  #rotation(): TemplateResult {
    return dialog(
      WORDS.rotateSecretTitle,
      html`<form @submit=${this.#rotate}>
        <p>${WORDS.rotateSecretLead}</p>
        ${graceField(WORDS.secretGrace)} ${this.problemOf('rotate')}
        ${dialogButtons(WORDS.rotateSecret, this.busy !== null)}
      </form>`,
      () => (this.isRotating = false),
    );
  }
}
