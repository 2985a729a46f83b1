/** The fields of how the file of a list is read: its columns, its encoding, what stands between its cells, its sheet. */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { ENCODINGS } from '../../address/list-file/encodings.js';
import type { DryRun, Preview } from '../dry-run.js';
import { hint } from '../fields.js';
import { formatNumber } from '../format.js';
import type { UploadChoice } from '../upload-choice.js';
import { WORDS } from '../words/index.js';
import { columnTitle } from './list-preview-table.js';

type OnChoice = (change: Partial<UploadChoice>) => void;

interface Field {
  id: string;
  label: string;
  /** The value that is chosen, of the options. */
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  onChange: (value: string) => void;
}

const selectField = ({ id, label, value, options, onChange }: Field): TemplateResult => html`
  <div class="field">
    <label for=${id}>${label}</label>
    <select
      id=${id}
      @change=${({ currentTarget }: Event) => {
        onChange((currentTarget as HTMLSelectElement).value);
      }}
    >
      ${options.map(([of, text]) => html`<option value=${of} .selected=${live(of === value)}>${text}</option>`)}
    </select>
  </div>
`;

const columnField = (preview: Preview, onChoice: OnChoice): TemplateResult => {
  const [first, ...others] = preview.email_column_numbers;
  const columns = Array.from({ length: preview.width }, (_, index): readonly [string, string] => [
    String(index + 1),
    columnTitle(preview, index + 1),
  ]);
  return selectField({
    id: 'list-column',
    label: WORDS.column,
    value: first === undefined ? '' : String(first),
    options: first === undefined ? [['', WORDS.noColumn], ...columns] : columns,
    onChange: (value) => {
      const number = Number(value);
      onChoice({ columns: number === 0 ? null : [number, ...others.filter((other) => other !== number)] });
    },
  });
};

const encodingField = (encoding: string, onChoice: OnChoice): TemplateResult =>
  selectField({
    id: 'list-encoding',
    label: WORDS.encoding,
    value: encoding,
    options: ENCODINGS.map((name) => [name, name] as const),
    onChange: (value) => {
      onChoice({ encoding: value });
    },
  });

/** @param delimiter null: there is none, or it is not known. */
const delimiterField = (delimiter: string | null, none: string, onChoice: OnChoice): TemplateResult => {
  const known = Object.entries(WORDS.delimiters);
  const isKnown = delimiter === null || delimiter in WORDS.delimiters;
  return selectField({
    id: 'list-delimiter',
    label: WORDS.delimiter,
    value: delimiter ?? '',
    options: [
      ...(delimiter === null ? [['', none] as const] : []),
      ...known,
      ...(isKnown ? [] : [[delimiter, delimiter] as const]),
    ],
    onChange: (value) => {
      if (value !== '') onChoice({ delimiter: value });
    },
  });
};

const sheetField = (sheet: string, onChoice: OnChoice): TemplateResult => html`
  <div class="field">
    <label for="list-sheet">${WORDS.sheet}</label>
    <input
      id="list-sheet"
      maxlength="200"
      autocomplete="off"
      aria-describedby="list-sheet-hint"
      .value=${live(sheet)}
      @change=${({ currentTarget }: Event) => {
        const { value } = currentTarget as HTMLInputElement;
        onChoice({ sheet: value.trim() === '' ? null : value.trim() });
      }}
    />
    ${hint('list-sheet-hint', WORDS.sheetHint)}
  </div>
`;

/** The other columns with addresses, each of which can be checked too. */
const otherColumns = (trial: DryRun, onChoice: OnChoice): TemplateResult | typeof nothing => {
  const [first = 1, ...chosen] = trial.email_column_numbers;
  const others = [
    ...chosen.map((number) => ({
      column: number,
      title: columnTitle(trial, number),
      addresses: null,
    })),
    ...trial.other_email_columns.map(({ column, addresses }) => ({
      column,
      title: typeof column === 'number' ? columnTitle(trial, column) : column,
      addresses,
    })),
  ];
  if (others.length === 0) return nothing;
  const toggle = (column: string | number, isChosen: boolean): void => {
    onChoice({ columns: [first, ...chosen.filter((other) => other !== column), ...(isChosen ? [column] : [])] });
  };
  return html`<fieldset>
    <legend>${WORDS.otherColumns}</legend>
    ${others.map(
      ({ column, title, addresses }) =>
        html`<label class="choice"
          ><input
            type="checkbox"
            data-column=${column}
            .checked=${live(addresses === null)}
            @change=${({ currentTarget }: Event) => {
              toggle(column, (currentTarget as HTMLInputElement).checked);
            }}
          />
          <span
            ><bdi>${title}</bdi> ${
              addresses === null
                ? nothing
                : html`<span class="soft">${WORDS.inFirstRows(formatNumber(addresses))}</span>`
            }</span
          ></label
        >`,
    )}
    <p class="hint">${WORDS.otherColumnsHint}</p>
  </fieldset>`;
};

/** A file by which a refusal of all of its sheets may be mended. */
const SPREADSHEET = /\.(?:xls[xm]|ods)$/i;

/** The delimiter of a text, or the sheet of a spreadsheet. */
const cellsField = ({ name, trial, choice }: ReadingState, onChoice: OnChoice): TemplateResult | typeof nothing => {
  if (trial === null ? SPREADSHEET.test(name) : trial.sheet !== null)
    return sheetField(choice.sheet ?? trial?.sheet ?? '', onChoice);
  if (trial !== null && trial.kind !== 'csv') return nothing;
  const delimiter = choice.delimiter ?? trial?.delimiter ?? null;
  return delimiterField(delimiter, trial === null ? WORDS.foundByItself : WORDS.noDelimiter, onChoice);
};

/** The file as it was read, and the choices of how to read it. */
export interface ReadingState {
  /** The name of the file. */
  name: string;
  preview: Preview;
  /** The last answer about this file; null: it was refused from the start. */
  trial: DryRun | null;
  choice: UploadChoice;
}

export const readingFields = (state: ReadingState, onChoice: OnChoice): TemplateResult => {
  const { preview, trial, choice } = state;
  const encoding = choice.encoding ?? trial?.encoding ?? null;
  return html`
    <fieldset>
      <legend>${WORDS.howRead}</legend>
      <div class="fields reading">
        ${columnField(preview, onChoice)} ${encoding === null ? nothing : encodingField(encoding, onChoice)}
        ${cellsField(state, onChoice)}
      </div>
      <label class="choice"
        ><input
          type="checkbox"
          id="has-header"
          .checked=${live(choice.hasHeader ?? trial?.header ?? false)}
          @change=${({ currentTarget }: Event) => {
            onChoice({ hasHeader: (currentTarget as HTMLInputElement).checked });
          }}
        />
        <span>${WORDS.hasHeader}</span></label
      >
    </fieldset>
    ${trial === null ? nothing : otherColumns(trial, onChoice)}
  `;
};
