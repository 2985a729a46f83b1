import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';

/** The looks of a place for files. */
interface Look {
  /** The id of its input. */
  id: string;
  /** The endings and types of the files that the button offers. Any other file can be dropped. */
  accept: string;
  isMultiple?: boolean;
  /** The button's text, and the name of the input. */
  button: string;
  isMain: boolean;
  isBusy: boolean;
  /** Above the button. */
  content: TemplateResult;
}

/** True for a drag of files: text and links can be dragged too. */
const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;

/** A place where files are dropped, or chosen by a button. A file that is dropped beside it is not opened in its stead. */
export class FileDrop implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #take: (files: FileList | null | undefined) => Promise<void>;
  /** True while files are dragged over. */
  #isOver = false;

  /** @param take takes the files; it ignores them while it is busy. */
  constructor(host: ReactiveControllerHost & HTMLElement, take: (files: FileList | null | undefined) => Promise<void>) {
    this.#host = host;
    this.#take = take;
    host.addController(this);
  }

  hostConnected(): void {
    for (const type of ['dragover', 'drop'] as const) addEventListener(type, this.#onDragBeside);
  }

  hostDisconnected(): void {
    for (const type of ['dragover', 'drop'] as const) removeEventListener(type, this.#onDragBeside);
  }

  /** By default the browser leaves the page for the file. */
  readonly #onDragBeside = (event: DragEvent): void => {
    if (event.defaultPrevented || !hasFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
  };

  readonly #onFile = ({ currentTarget }: Event): void => {
    const input = currentTarget as HTMLInputElement;
    // The same file may be chosen again.
    void this.#take(input.files).finally(() => (input.value = ''));
  };

  readonly #onDrag = (event: DragEvent): void => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    this.#isOver = event.type === 'dragover';
    this.#host.requestUpdate();
  };

  readonly #onDrop = (event: DragEvent): void => {
    this.#onDrag(event);
    void this.#take(event.dataTransfer?.files);
  };

  render({ id, accept, isMultiple = false, button, isMain, isBusy, content }: Look): TemplateResult {
    return html`<div
      class="drop"
      ?data-over=${this.#isOver}
      @dragover=${this.#onDrag}
      @dragleave=${this.#onDrag}
      @drop=${this.#onDrop}
    >
      <input
        type="file"
        id=${id}
        ?multiple=${isMultiple}
        hidden
        accept=${accept}
        aria-label=${button}
        @change=${this.#onFile}
      />
      ${content}
      <button
        type="button"
        class=${isMain ? 'primary' : 'small'}
        aria-disabled=${isBusy}
        @click=${() => this.#host.querySelector<HTMLInputElement>(`#${id}`)?.click()}
      >
        ${button}
      </button>
    </div>`;
  }
}
