import { html, nothing, type TemplateResult } from 'lit';
import type { AcceptedList } from '../answers.js';
import { ApiError } from '../api-error.js';
import { FileDrop } from '../file-drop.js';
import { formatBytes } from '../format.js';
import { ListTrial } from '../list-trial.js';
import type { UploadChoice } from '../upload-choice.js';
import { problemText, textOf, View } from '../view.js';
import { WORDS } from '../words/index.js';
import { uploadForm } from './list-upload-form.js';

/** The endings of the files that are read. Any other file can be dropped, and is refused by its name. */
const ENDINGS = '.csv,.tsv,.tab,.txt,.prn,.xlsx,.xlsm,.ods,.vcf,.vcard,.json,.ndjson,.jsonl,text/csv,text/plain';

/** Names an upload, so that one whose answer was lost is not a second list when it is sent again. */
const createUploadKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Uploads a list: a file by drop or by button, what the service finds in it, the options, and how much was sent. */
export class ListUpload extends View {
  static override properties = { file: { state: true }, sent: { state: true } };

  /** The file that was chosen. */
  declare protected file: File | null;
  /** The part of the file that was sent to be checked; null: none is being sent. */
  declare protected sent: number | null;

  readonly #trial = new ListTrial(this);
  readonly #drop = new FileDrop(this, (files) => this.#take(files));
  #sending: AbortController | null = null;
  #key = createUploadKey();

  constructor() {
    super();
    this.file = null;
    this.sent = null;
  }

  override disconnectedCallback(): void {
    this.#trial.stop();
    this.#breakOff();
    super.disconnectedCallback();
  }

  /** Takes a file in place of another one. */
  async #take(files: FileList | null | undefined): Promise<void> {
    const [file] = files ?? [];
    if (file === undefined || this.sent !== null) return;
    const isOne = files?.length === 1;
    this.problem = null;
    this.#key = createUploadKey();
    this.file = isOne ? file : null;
    this.#trial.take(this.file);
    if (!isOne) this.#trial.refuse(new Error(WORDS.oneFile));
    await this.updateComplete;
    this.querySelector<HTMLElement>('#chosen-file')?.focus();
  }

  readonly #breakOff = (): void => {
    this.#sending?.abort(new Error(WORDS.brokenOff));
  };

  readonly #onChoice = (change: Partial<UploadChoice>): void => {
    if (this.sent === null) this.#trial.change(change);
  };

  /** Another field is another upload. */
  readonly #onChange = (): void => {
    this.#key = createUploadKey();
  };

  readonly #send = this.onSubmit('send', async (fields) => {
    const { file } = this;
    const { answer, refusal, read } = this.#trial;
    if (file === null || read !== null) return;
    if (refusal !== null || answer === null) throw new Error(refusal?.message ?? WORDS.needsColumn);
    const form = this.#trial.form();
    const callback = textOf(fields, 'callback_url');
    if (callback !== '') form.set('callback_url', callback);
    form.set('file', file);
    this.#sending = new AbortController();
    this.sent = 0;
    this.app.say(WORDS.sendingFile(file.name));
    try {
      const { data, message } = await this.app.api.upload<AcceptedList>('batch/upload', form, {
        headers: { 'idempotency-key': this.#key },
        signal: this.#sending.signal,
        onProgress: (sent) => (this.sent = sent),
      });
      this.app.go('lists', message, data.id);
    } finally {
      this.sent = null;
      this.#sending = null;
    }
  });

  protected override render(): TemplateResult {
    const { file, sent } = this;
    const { refusal, read, preview } = this.#trial;
    return html`
      <section class="panel" aria-labelledby="upload-title">
        <h2 id="upload-title">${WORDS.upload}</h2>
        <p class="soft">${WORDS.uploadLead}</p>
        ${this.#drop.render({
          id: 'list-file',
          accept: ENDINGS,
          button: file === null ? WORDS.chooseFile : WORDS.otherFile,
          isMain: file === null,
          isBusy: sent !== null,
          content: file === null ? html`<p class="soft">${WORDS.dropHere}</p>` : this.#chosen(file),
        })}
        ${refusal === null ? nothing : this.#refused(refusal)}
        ${file !== null && read !== null && preview === null ? this.#reading(file, read) : nothing}
        ${file === null ? nothing : this.#form(file)}
      </section>
    `;
  }

  #form({ name }: File): TemplateResult | typeof nothing {
    const { sent } = this;
    const { preview, answer, choice, read, refusal } = this.#trial;
    if (preview === null) return nothing;
    return uploadForm(
      { name, preview, trial: answer, choice, isReading: read !== null, isRefused: refusal !== null, sent },
      {
        onChoice: this.#onChoice,
        onChange: this.#onChange,
        onSubmit: this.#send,
        onBreakOff: this.#breakOff,
        problem: this.problemOf('send'),
      },
    );
  }

  #chosen({ name, size }: File): TemplateResult {
    return html`<p id="chosen-file" tabindex="-1">
      <b><bdi>${name}</bdi></b> <span class="soft">${formatBytes(size)}</span>
    </p>`;
  }

  #reading({ name }: File, read: number): TemplateResult {
    return html`<div class="progress">
      <label for="reading-progress">${WORDS.reading(name, WORDS.percent(Math.floor(100 * read)))}</label>
      <progress id="reading-progress" max="1" .value=${read}></progress>
    </div>`;
  }

  /** A file that was read and refused is refused again; anything else may pass. */
  #refused(refusal: Error): TemplateResult {
    const isFinal = !(refusal instanceof ApiError) || 'reason' in refusal.members;
    const again = html`<p>
      <button
        type="button"
        class="small"
        @click=${() => {
          this.#trial.again();
        }}
      >
        ${WORDS.tryAgain}
      </button>
    </p>`;
    return html`${problemText(refusal.message)} ${isFinal ? nothing : again}`;
  }
}
