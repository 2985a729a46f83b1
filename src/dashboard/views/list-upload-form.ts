/** The form of an upload: the first rows of the file, what the person says of it, its cost, and how much was sent. */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { DryRun } from '../dry-run.js';
import { hint } from '../fields.js';
import { FLAGS, type Flag, type UploadChoice } from '../upload-choice.js';
import { WORDS } from '../words/index.js';
import { estimate } from './list-estimate.js';
import { previewTable } from './list-preview-table.js';
import { readingFields, type ReadingState } from './list-reading.js';

/** The state of an upload whose file was read, or refused with its first rows. */
export interface UploadState extends ReadingState {
  /** True while the file is being read again. */
  isReading: boolean;
  /** True if it was refused as the choices are now. */
  isRefused: boolean;
  /** The part of the file that was sent; null: none is being sent. */
  sent: number | null;
}

interface Listeners {
  onChoice: (change: Partial<UploadChoice>) => void;
  /** Any field was changed: this is another upload. */
  onChange: () => void;
  onSubmit: (event: SubmitEvent) => void;
  onBreakOff: () => void;
  /** The error of the last attempt. */
  problem: unknown;
}

const callbackField = (): TemplateResult => html`
  <div class="field">
    <label for="list-callback">${WORDS.callbackUrl}</label>
    <input
      id="list-callback"
      name="callback_url"
      type="url"
      maxlength="2000"
      autocomplete="off"
      aria-describedby="list-callback-hint"
    />
    ${hint('list-callback-hint', WORDS.callbackUrlHint)}
  </div>
`;

/** The text of an option; null: the file has nothing for it. */
const textOf = (flag: Flag, trial: DryRun | null, isChosen: boolean): string | null => {
  if (flag === 'import_results') {
    const results = trial?.results ?? null;
    return results && WORDS.importResults(results.vendor, results.taken);
  }
  if (flag === 'split_cells' && !isChosen && (trial === null || trial.several_addresses === 0)) return null;
  return WORDS.flags[flag];
};

const options = ({ trial, choice: { flags } }: UploadState, { onChoice }: Listeners): TemplateResult => {
  const toggle = (flag: Flag, isChosen: boolean): void => {
    onChoice({ flags: new Set([...[...flags].filter((other) => other !== flag), ...(isChosen ? [flag] : [])]) });
  };
  return html`<fieldset>
    <legend>${WORDS.optionsLegend}</legend>
    ${FLAGS.map((flag) => {
      const text = textOf(flag, trial, flags.has(flag));
      if (text === null) return nothing;
      return html`<label class="choice"
        ><input
          type="checkbox"
          data-flag=${flag}
          .checked=${live(flags.has(flag))}
          @change=${({ currentTarget }: Event) => {
            toggle(flag, (currentTarget as HTMLInputElement).checked);
          }}
        />
        <span>${text}</span></label
      >`;
    })}
  </fieldset>`;
};

const progress = (sent: number, { onBreakOff }: Listeners): TemplateResult => html`
  <div class="progress">
    <label for="upload-progress">${sent < 1 ? WORDS.sending : WORDS.stored}</label>
    <progress id="upload-progress" max="1" .value=${sent}></progress>
    <p class="heading">
      <span>${WORDS.percent(Math.floor(100 * sent))}</span>
      <button type="button" class="small" @click=${onBreakOff}>${WORDS.breakOff}</button>
    </p>
  </div>
`;

const recognised = (trial: DryRun | null): TemplateResult | typeof nothing =>
  trial?.results
    ? html`<p class="notice" data-vendor=${trial.results.vendor}>
        ${WORDS.recognised(trial.results.vendor, trial.results.asked)}
      </p>`
    : nothing;

export const uploadForm = (state: UploadState, listeners: Listeners): TemplateResult => {
  const { name, preview, trial, isReading, isRefused, sent } = state;
  const canSend = trial !== null && !isRefused && !isReading;
  return html`
    <form class="upload" @submit=${listeners.onSubmit} @change=${listeners.onChange}>
      ${readingFields(state, listeners.onChoice)} ${previewTable(name, preview)} ${recognised(trial)}
      ${options(state, listeners)} ${callbackField()}
      <div class="estimate" aria-busy=${isReading}>
        ${trial === null || isRefused ? nothing : estimate(trial)}
        ${isReading ? html`<p class="soft">${WORDS.readAgain}</p>` : nothing}
      </div>
      ${listeners.problem}
      ${
        sent === null
          ? html`<button class="primary" aria-disabled=${!canSend}>${WORDS.send}</button>`
          : progress(sent, listeners)
      }
    </form>
  `;
};
