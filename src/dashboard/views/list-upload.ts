import { html, nothing, type TemplateResult } from 'lit';
import { formatBytes } from '../format.js';
import type { Preview } from '../list-preview.js';
import { textOf, View } from '../view.js';
import { WORDS } from '../words/index.js';
import { columnName, type Choice } from './list-preview-table.js';
import { FLAGS, uploadForm, type UploadState } from './list-upload-form.js';

/** The file that was chosen; `preview` is null if it is no text. */
interface Chosen {
  file: File;
  preview: Preview | null;
}

/** The answer to an upload. */
interface Uploaded {
  data: { id: number };
  message: string;
}

/** Names an upload, so that one whose answer was lost is not a second list when it is sent again. */
const createUploadKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Uploads a list: a file by drop or by button, its first rows, the options, and how much was sent. */
export class ListUpload extends View implements UploadState {
  static override properties = {
    chosen: { state: true },
    hasHeader: { state: true },
    column: { state: true },
    sent: { state: true },
    isOver: { state: true },
  };

  declare protected chosen: Chosen | null;
  declare hasHeader: boolean;
  declare column: number | null;
  declare sent: number | null;
  /** True while a file is dragged over. */
  declare protected isOver: boolean;

  #sending: AbortController | null = null;
  #key = createUploadKey();

  constructor() {
    super();
    this.chosen = null;
    this.hasHeader = false;
    this.column = null;
    this.sent = null;
    this.isOver = false;
  }

  override disconnectedCallback(): void {
    this.#breakOff();
    super.disconnectedCallback();
  }

  /** Reads the start of a file and shows it. */
  async #take(files: FileList | null | undefined): Promise<void> {
    const [file] = files ?? [];
    if (file === undefined) return;
    await this.attempt('file', async () => {
      if (files && files.length > 1) throw new Error(WORDS.oneFile);
      const { readPreview } = await import('../list-preview.js').catch(() => {
        throw new Error(WORDS.offline);
      });
      const preview = await readPreview(file).catch(() => {
        throw new Error(WORDS.unreadable);
      });
      this.chosen = { file, preview };
      this.#key = createUploadKey();
      if (preview === null) throw new Error(WORDS.noText);
      ({ hasHeader: this.hasHeader, column: this.column } = preview);
      this.app.say(
        preview.column === null
          ? WORDS.noColumnHint
          : WORDS.columnSaid(file.name, columnName(preview, preview.hasHeader, preview.column)),
      );
    });
    await this.updateComplete;
    if (this.chosen?.file === file) this.querySelector<HTMLElement>('#chosen-file')?.focus();
  }

  readonly #onChange = ({ currentTarget }: Event): void => {
    const input = currentTarget as HTMLInputElement;
    // The same file may be chosen again.
    void this.#take(input.files).finally(() => (input.value = ''));
  };

  readonly #onDrag = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    this.isOver = event.type === 'dragover';
  };

  readonly #onDrop = (event: DragEvent): void => {
    this.#onDrag(event);
    if (this.sent === null) void this.#take(event.dataTransfer?.files);
  };

  readonly #choose = (): void => {
    this.querySelector<HTMLInputElement>('#list-file')?.click();
  };

  readonly #breakOff = (): void => {
    this.#sending?.abort(new Error(WORDS.brokenOff));
  };

  /** Another choice is another upload. */
  readonly #onChoice = (choice: Partial<Choice>): void => {
    this.#key = createUploadKey();
    Object.assign(this, choice);
  };

  /** The form in the order in which the service reads it: the file last. */
  #formOf(fields: FormData, { file }: Chosen): FormData {
    if (this.column === null) throw new Error(WORDS.needsColumn);
    const form = new FormData();
    form.set('email_column', String(this.column + 1));
    form.set('first_row_is_header', String(this.hasHeader));
    for (const flag of FLAGS) if (fields.has(flag)) form.set(flag, 'true');
    const callback = textOf(fields, 'callback_url');
    if (callback !== '') form.set('callback_url', callback);
    form.set('file', file);
    return form;
  }

  readonly #send = this.onSubmit('send', async (fields) => {
    const { chosen } = this;
    if (chosen === null) return;
    const form = this.#formOf(fields, chosen);
    this.#sending = new AbortController();
    this.sent = 0;
    this.app.say(WORDS.sendingFile(chosen.file.name));
    try {
      const { data, message } = await this.app.api.upload<Uploaded>('batch/upload', form, {
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
    const { chosen } = this;
    return html`
      <section class="panel" aria-labelledby="upload-title">
        <h2 id="upload-title">${WORDS.upload}</h2>
        <p class="soft">${WORDS.uploadLead}</p>
        <div
          class="drop"
          ?data-over=${this.isOver}
          @dragover=${this.#onDrag}
          @dragleave=${this.#onDrag}
          @drop=${this.#onDrop}
        >
          <input
            type="file"
            id="list-file"
            hidden
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            aria-label=${WORDS.chooseFile}
            @change=${this.#onChange}
          />
          ${chosen === null ? html`<p class="soft">${WORDS.dropHere}</p>` : this.#file(chosen)}
          <button
            type="button"
            class=${chosen === null ? 'primary' : 'small'}
            aria-disabled=${this.busy !== null}
            @click=${this.#choose}
          >
            ${this.busy === 'file' ? WORDS.reading : chosen === null ? WORDS.chooseFile : WORDS.otherFile}
          </button>
        </div>
        ${this.problemOf('file')}
        ${
          chosen?.preview
            ? uploadForm(chosen.file.name, chosen.preview, this, {
                onChoice: this.#onChoice,
                onSubmit: this.#send,
                onBreakOff: this.#breakOff,
                problem: this.problemOf('send'),
              })
            : nothing
        }
      </section>
    `;
  }

  #file({ file: { name, size } }: Chosen): TemplateResult {
    return html`<p id="chosen-file" tabindex="-1">
      <b><bdi>${name}</bdi></b> <span class="soft">${formatBytes(size)}</span>
    </p>`;
  }
}
