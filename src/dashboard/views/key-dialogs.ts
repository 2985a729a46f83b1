/** The dialogs of 'API Settings'. */
import { html, type TemplateResult } from 'lit';
import type { Key, KeyMode, Scope } from '../answers.js';
import { confirmation, dialog, dialogButtons } from '../dialog.js';
import { hint } from '../fields.js';
import { textOf } from '../view.js';
import { WORDS } from '../words/index.js';

/** The state and the callback that all dialogs have in common. */
interface State {
  isBusy: boolean;
  /** The error of the last attempt. */
  problem: unknown;
  onClose: () => void;
}

type OnSubmit = (event: SubmitEvent) => void;

/** A key to be added. */
interface NewKey {
  name: string;
  mode: KeyMode;
  scopes: Scope[];
  networks: string[];
}

/** Reads the fields of {@link addDialog}. */
export const readNewKey = (fields: FormData): NewKey => ({
  name: textOf(fields, 'name'),
  mode: fields.get('mode') === 'test' ? 'test' : 'live',
  scopes: (Object.keys(WORDS.scopes) as Scope[]).filter((scope) => fields.getAll('scopes').includes(scope)),
  networks: textOf(fields, 'networks')
    .split(/[\s,]+/)
    .filter(Boolean),
});

export const addDialog = (onSubmit: OnSubmit, { isBusy, problem, onClose }: State): TemplateResult =>
  dialog(
    WORDS.addKey,
    html`<form @submit=${onSubmit}>
      <div class="field">
        <label for="key-name">${WORDS.name}</label>
        <input id="key-name" name="name" required maxlength="100" autocomplete="off" aria-describedby="key-name-hint" />
        ${hint('key-name-hint', WORDS.nameHint)}
      </div>
      <fieldset>
        <legend>${WORDS.modeLegend}</legend>
        <label class="choice"
          ><input type="radio" name="mode" value="live" checked />
          <span>${WORDS.live}: ${WORDS.liveMeaning}</span></label
        >
        <label class="choice"
          ><input type="radio" name="mode" value="test" /> <span>${WORDS.test}: ${WORDS.testMeaning}</span></label
        >
      </fieldset>
      <fieldset>
        <legend>${WORDS.scopesLegend}</legend>
        ${Object.entries(WORDS.scopes).map(
          ([scope, meaning]) =>
            html`<label class="choice"
              ><input type="checkbox" name="scopes" value=${scope} checked /> <span>${meaning}</span></label
            >`,
        )}
      </fieldset>
      <div class="field">
        <label for="key-networks">${WORDS.networks}</label>
        <textarea
          id="key-networks"
          name="networks"
          rows="2"
          maxlength="2500"
          autocomplete="off"
          autocapitalize="none"
          spellcheck="false"
          aria-describedby="key-networks-hint"
        ></textarea>
        ${hint('key-networks-hint', WORDS.networksHint)}
      </div>
      ${problem} ${dialogButtons(WORDS.add, isBusy)}
    </form>`,
    onClose,
  );

/** A field for the time that an old secret still works, in hours. */
export const graceField = (label: string): TemplateResult => html`
  <div class="field">
    <label for="grace">${label}</label>
    <select id="grace" name="grace">
      ${WORDS.graces.map(([hours, words]) => html`<option value=${hours} ?selected=${hours === 24}>${words}</option>`)}
    </select>
  </div>
`;

export const rotateDialog = ({ name }: Key, onSubmit: OnSubmit, { isBusy, problem, onClose }: State): TemplateResult =>
  dialog(
    WORDS.rotateTitle(name),
    html`<form @submit=${onSubmit}>
      <p>${WORDS.rotateLead}</p>
      ${graceField(WORDS.grace)} ${problem} ${dialogButtons(WORDS.rotate, isBusy)}
    </form>`,
    onClose,
  );

export const revokeDialog = ({ name }: Key, onSubmit: OnSubmit, state: State): TemplateResult =>
  confirmation({
    title: WORDS.revokeTitle(name),
    lead: WORDS.revokeLead,
    action: WORDS.revoke,
    onSubmit,
    ...state,
  });
