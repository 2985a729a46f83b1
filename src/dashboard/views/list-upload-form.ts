/** The form of an upload: the first rows of the file, what the person says of it, and how much was sent. */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { hint } from '../fields.js';
import type { Preview } from '../list-preview.js';
import { WORDS } from '../words/index.js';
import { columnName, previewTable, type Choice } from './list-preview-table.js';

/** The options that are on or off, by their names in the API. */
export const FLAGS = ['remove_duplicates', 'remove_same_mailbox', 'import_results'] as const;

export interface UploadState extends Choice {
  /** The part of the file that was sent; null: none is being sent. */
  sent: number | null;
}

interface Listeners {
  onChoice: (choice: Partial<Choice>) => void;
  onSubmit: (event: SubmitEvent) => void;
  onBreakOff: () => void;
  /** The error of the last attempt. */
  problem: unknown;
}

const columnField = (preview: Preview, { hasHeader, column }: Choice, { onChoice }: Listeners): TemplateResult => {
  const isMissing = preview.column === null;
  const choose = ({ currentTarget }: Event): void => {
    const { value } = currentTarget as HTMLSelectElement;
    onChoice({ column: value === '' ? null : Number(value) });
  };
  return html`<div class="field">
    <label for="list-column">${WORDS.column}</label>
    <select id="list-column" aria-describedby=${isMissing ? 'list-column-hint' : nothing} @change=${choose}>
      ${isMissing ? html`<option value="" .selected=${live(column === null)}>${WORDS.noColumn}</option>` : nothing}
      ${Array.from(
        { length: preview.width },
        (_, index) =>
          html`<option value=${index} .selected=${live(index === column)}>
            ${columnName(preview, hasHeader, index)}
          </option>`,
      )}
    </select>
    ${isMissing ? hint('list-column-hint', WORDS.noColumnHint) : nothing}
  </div>`;
};

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

const options = ({ vendor }: Preview, { hasHeader }: Choice, { onChoice }: Listeners): TemplateResult => {
  const texts = {
    remove_duplicates: WORDS.removeDuplicates,
    remove_same_mailbox: WORDS.removeSameMailbox,
    import_results: vendor === null ? null : WORDS.importResults(vendor),
  };
  const toggle = ({ currentTarget }: Event): void => {
    onChoice({ hasHeader: (currentTarget as HTMLInputElement).checked });
  };
  return html`<fieldset>
    <legend>${WORDS.optionsLegend}</legend>
    <label class="choice"
      ><input type="checkbox" id="has-header" .checked=${live(hasHeader)} @change=${toggle} />
      <span>${WORDS.hasHeader}</span></label
    >
    ${FLAGS.filter((flag) => texts[flag] !== null).map(
      (flag) => html`<label class="choice"><input type="checkbox" name=${flag} /> <span>${texts[flag]}</span></label>`,
    )}
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

/** @param name that of the file. */
export const uploadForm = (
  name: string,
  preview: Preview,
  state: UploadState,
  listeners: Listeners,
): TemplateResult => html`
  ${previewTable(name, preview, state)}
  <form
    class="upload"
    @submit=${listeners.onSubmit}
    @change=${() => {
      listeners.onChoice({});
    }}
  >
    <div class="fields">${columnField(preview, state, listeners)} ${callbackField()}</div>
    ${options(preview, state, listeners)} ${listeners.problem}
    ${state.sent === null ? html`<button class="primary">${WORDS.send}</button>` : progress(state.sent, listeners)}
  </form>
`;
