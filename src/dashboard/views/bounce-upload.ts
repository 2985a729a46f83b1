import { html, nothing, type TemplateResult } from 'lit';
import { MAX_BOUNCE_FILE_BYTES } from '../../protocol/bounces.js';
import type { BouncesCounted } from '../answers.js';
import { ApiError, isSignedOut } from '../api-error.js';
import { hint } from '../fields.js';
import { FileDrop } from '../file-drop.js';
import { formatBytes, formatNumber } from '../format.js';
import { textOf, View } from '../view.js';
import { WORDS } from '../words/index.js';

/** The endings of the files that are read. Any other file can be dropped, and is refused by its name. */
const ENDINGS = '.csv,.tsv,.tab,.txt,.xlsx,.ods,.eml,.mbox,.mbx,text/csv,text/plain,message/rfc822,application/mbox';
/** Files that can be chosen at once. */
const MOST_FILES = 50;

/** A file that was chosen; `message` says what was counted, or why nothing was. */
interface Chosen {
  file: File;
  state: 'waiting' | 'sending' | 'counted' | 'refused';
  message: string;
}

/** Counts files that tell what became of mail, one after the other. Fires `outcomes-counted` when one was counted. */
export class BounceUpload extends View {
  static override properties = { chosen: { state: true }, sent: { state: true } };

  declare protected chosen: readonly Chosen[];
  /** The part of the file that was sent, from 0 to 1. */
  declare protected sent: number;

  readonly #drop = new FileDrop(this, (files) => this.#take(files));
  #sending: AbortController | null = null;

  constructor() {
    super();
    this.chosen = [];
    this.sent = 0;
  }

  override disconnectedCallback(): void {
    this.#breakOff();
    super.disconnectedCallback();
  }

  /** Takes files in place of those before. */
  async #take(files: FileList | null | undefined): Promise<void> {
    if (!files || files.length === 0 || this.busy !== null) return;
    this.problem = null;
    if (files.length > MOST_FILES) {
      this.problem = { of: 'choose', text: WORDS.tooManyFiles(formatNumber(files.length), formatNumber(MOST_FILES)) };
      this.app.say(this.problem.text);
      return;
    }
    this.chosen = [...files].map((file) => ({ file, state: 'waiting', message: '' }));
    this.app.say(WORDS.filesChosen(files.length));
    await this.updateComplete;
    this.querySelector<HTMLElement>('#bounce-outcome')?.focus();
  }

  readonly #breakOff = (): void => {
    this.#sending?.abort(new Error(WORDS.brokenOff));
  };

  #set(at: number, change: Partial<Chosen>): void {
    this.chosen = this.chosen.map((one, n) => (n === at ? { ...one, ...change } : one));
  }

  /** Sends a file. @returns what was counted, in words. */
  async #count({ file }: Chosen, outcome: string): Promise<string> {
    if (file.size > MAX_BOUNCE_FILE_BYTES) throw new Error(WORDS.fileTooLarge(formatBytes(MAX_BOUNCE_FILE_BYTES)));
    const form = new FormData();
    if (outcome !== '') form.set('outcome', outcome);
    form.set('file', file);
    this.#sending = new AbortController();
    this.sent = 0;
    const { message } = await this.app.api.upload<BouncesCounted>('outcomes/file', form, {
      headers: {},
      signal: this.#sending.signal,
      onProgress: (sent) => (this.sent = sent),
    });
    return message;
  }

  readonly #send = this.onSubmit('count', async (fields) => {
    const outcome = textOf(fields, 'outcome');
    for (const [at, one] of this.chosen.entries()) {
      if (one.state === 'counted') continue;
      const { name } = one.file;
      this.#set(at, { state: 'sending', message: '' });
      this.app.say(WORDS.sendingFile(name));
      try {
        const message = await this.#count(one, outcome);
        this.#set(at, { state: 'counted', message });
        this.app.say(WORDS.ofFile(name, message));
        this.dispatchEvent(new Event('outcomes-counted'));
      } catch (error) {
        const { message } = error as Error;
        this.#set(at, { state: 'refused', message });
        // The others would fail too.
        if (isSignedOut(error) || this.#sending?.signal.aborted) throw error;
        if (error instanceof ApiError && error.code === 'offline') throw error;
        this.app.say(WORDS.ofFile(name, message));
      } finally {
        this.#sending = null;
      }
    }
    await this.updateComplete;
    this.querySelector<HTMLElement>('#counted-files')?.focus();
  });

  protected override render(): TemplateResult {
    const { chosen, busy } = this;
    return html`
      <section class="panel" aria-labelledby="bounce-files-title">
        <h2 id="bounce-files-title">${WORDS.bounceFiles}</h2>
        <p class="soft">${WORDS.bounceFilesLead}</p>
        ${this.#drop.render({
          id: 'bounce-files',
          accept: ENDINGS,
          isMultiple: true,
          button: chosen.length === 0 ? WORDS.chooseFiles : WORDS.otherFiles,
          isMain: false,
          isBusy: busy !== null,
          content: html`<p class="soft">${WORDS.dropFilesHere}</p>`,
        })}
        ${this.problemOf('choose')} ${chosen.length === 0 ? nothing : this.#form()}
      </section>
    `;
  }

  #form(): TemplateResult {
    const isDone = this.chosen.every(({ state }) => state === 'counted');
    return html`
      <ul class="plain chosen-files" id="counted-files" tabindex="-1" aria-label=${WORDS.chosenFiles}>
        ${this.chosen.map((one) => this.#file(one))}
      </ul>
      ${
        isDone
          ? nothing
          : html`<form @submit=${this.#send}>
              <div class="field">
                <label for="bounce-outcome">${WORDS.outcomeOfAll}</label>
                <select id="bounce-outcome" name="outcome" aria-describedby="bounce-outcome-hint">
                  ${Object.entries(WORDS.outcomesOfAll).map(
                    ([outcome, text]) => html`<option value=${outcome}>${text}</option>`,
                  )}
                </select>
                ${hint('bounce-outcome-hint', WORDS.outcomeOfAllHint)}
              </div>
              ${this.problemOf('count')}
              <p class="buttons">
                <button class="primary" aria-disabled=${this.busy !== null}>${WORDS.countFiles}</button>
                ${
                  this.busy === 'count'
                    ? html`<button type="button" class="small" @click=${this.#breakOff}>${WORDS.breakOff}</button>`
                    : nothing
                }
              </p>
            </form>`
      }
    `;
  }

  #file({ file: { name, size }, state, message }: Chosen): TemplateResult {
    const isSending = state === 'sending';
    return html`<li data-state=${state}>
      <p>
        <b><bdi>${name}</bdi></b> <span class="soft">${formatBytes(size)}</span>
      </p>
      ${
        isSending
          ? html`<div class="progress">
              <span>${this.sent < 1 ? WORDS.sending : WORDS.counting}</span>
              <progress max="1" .value=${this.sent} aria-label=${WORDS.sendingFile(name)}></progress>
            </div>`
          : nothing
      }
      ${message === '' ? nothing : html`<p class=${state === 'refused' ? 'problem' : 'said'}>${message}</p>`}
    </li>`;
  }
}
