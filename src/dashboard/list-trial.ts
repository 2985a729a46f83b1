import { isSignedOut } from './api-error.js';
import type { Trial } from './answers.js';
import { previewOfRefusal, type DryRun, type Preview } from './dry-run.js';
import { formatNumber } from './format.js';
import { createNewest } from './newest.js';
import { choose, fieldsOf, NO_CHOICE, type UploadChoice } from './upload-choice.js';
import type { App } from './view.js';
import { WORDS } from './words/index.js';

/** Choices in quick succession, such as by the arrow keys, are one: the time that they are waited for, in ms. */
const SETTLE_MS = 250;

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, SETTLE_MS));

/** The page that shows a trial. */
interface Host {
  app: Pick<App, 'api' | 'say'>;
  requestUpdate: () => void;
}

/** The trial of an upload: asks the service what a file is with the choices of now. An answer to older choices is void. */
export class ListTrial {
  choice: UploadChoice = NO_CHOICE;
  /** The last answer about the file; null: none yet. */
  answer: DryRun | null = null;
  /** Its first rows, or those of the refusal. */
  preview: Preview | null = null;
  /** The reason why the newest trial was refused, or had no answer; null: it was not. */
  refusal: Error | null = null;
  /** The part of the file that was sent for the trial under way; null: none is under way. */
  read: number | null = null;

  readonly #host: Host;
  readonly #runs = createNewest();
  #file: File | null = null;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Starts with another file, or with none. */
  take(file: File | null): void {
    this.stop();
    this.choice = NO_CHOICE;
    this.answer = null;
    this.preview = null;
    this.refusal = null;
    this.#file = file;
    if (file !== null) {
      this.#host.app.say(WORDS.reading(file.name, null));
      void this.#run(file);
    }
    this.#host.requestUpdate();
  }

  change(change: Partial<UploadChoice>): void {
    if (this.#file === null) return;
    this.choice = choose(this.choice, change);
    void this.#run(this.#file, settled());
  }

  again(): void {
    if (this.#file !== null) void this.#run(this.#file);
  }

  stop(): void {
    this.#runs.stop();
    this.read = null;
  }

  /** Ends a trial with the reason why there is no answer. */
  refuse(error: Error): void {
    this.read = null;
    this.refusal = error;
    this.preview = previewOfRefusal(error) ?? this.preview;
    // The app says so itself.
    if (!isSignedOut(error)) this.#host.app.say(error.message);
    this.#host.requestUpdate();
  }

  /** The form of an upload with the choices of now, without the file, which goes last. */
  form(): FormData {
    const form = new FormData();
    for (const [name, value] of fieldsOf(this.choice)) form.set(name, value);
    return form;
  }

  async #run(file: File, wait = Promise.resolve()): Promise<void> {
    this.refusal = null;
    this.#progress(0);
    try {
      const answer = await this.#runs.run(async (signal) => {
        await wait;
        signal.throwIfAborted();
        return this.#ask(file, signal);
      });
      if (answer === undefined) return;
      this.answer = answer;
      this.preview = answer;
      this.#progress(null);
      const { rows, addresses, credits } = answer;
      this.#host.app.say(
        WORDS.foundSaid(file.name, formatNumber(rows), formatNumber(addresses), formatNumber(credits.needed)),
      );
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.refuse(error);
    }
  }

  async #ask(file: File, signal: AbortSignal): Promise<DryRun> {
    const form = this.form();
    form.set('dry_run', 'true');
    form.set('file', file);
    const onProgress = (read: number): void => {
      if (!signal.aborted) this.#progress(read);
    };
    const options = { headers: {}, signal, onProgress };
    return (await this.#host.app.api.upload<Trial>('batch/upload', form, options)).data;
  }

  #progress(read: number | null): void {
    this.read = read;
    this.#host.requestUpdate();
  }
}
