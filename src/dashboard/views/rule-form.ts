/** The form that sets rules. */
import { html, type TemplateResult } from 'lit';
import type { Rule, RuleAction } from '../answers.js';
import { hint } from '../fields.js';
import { textOf } from '../view.js';
import { WORDS } from '../words/index.js';

/** Reads the fields of {@link ruleForm}: a rule for each line. */
export const readRuleForm = (fields: FormData): object[] => {
  const [note, until] = [textOf(fields, 'note'), textOf(fields, 'until')];
  const more = { action: fields.get('action'), ...(note && { note }), ...(until && { until }) };
  return textOf(fields, 'patterns')
    .split('\n')
    .map((pattern) => ({ pattern, ...more }));
};

/** Puts a rule into the form: saved, it replaces itself. */
export const fillRuleForm = (form: HTMLFormElement, { pattern, action, note, until }: Rule): void => {
  for (const [name, value] of Object.entries({ patterns: pattern, action, note, until: until ?? '' })) {
    const field = form.elements.namedItem(name) as HTMLInputElement | RadioNodeList;
    field.value = value;
  }
  form.querySelector('textarea')?.focus();
};

export const ruleForm = (onSubmit: (event: SubmitEvent) => void, isBusy: boolean, problem: unknown): TemplateResult =>
  html`<form class="new-rules" @submit=${onSubmit}>
    <div class="field">
      <label for="rule-patterns">${WORDS.rulePatterns}</label>
      <textarea
        id="rule-patterns"
        name="patterns"
        rows="3"
        required
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        aria-describedby="rule-patterns-hint"
      ></textarea>
      ${hint('rule-patterns-hint', WORDS.rulePatternsHint)}
    </div>
    <fieldset>
      <legend>${WORDS.ruleAction}</legend>
      ${(Object.keys(WORDS.ruleActions) as RuleAction[]).map(
        (action) =>
          html`<label class="choice"
            ><input type="radio" name="action" value=${action} ?checked=${action === 'deny'} />
            <span>${WORDS.ruleActions[action]}: ${WORDS.ruleEffects[action]}</span></label
          >`,
      )}
    </fieldset>
    <div class="field">
      <label for="rule-note">${WORDS.ruleNote}</label>
      <input id="rule-note" name="note" maxlength="200" autocomplete="off" aria-describedby="rule-note-hint" />
      ${hint('rule-note-hint', WORDS.ruleNoteHint)}
    </div>
    <div class="field">
      <label for="rule-until">${WORDS.ruleUntil}</label>
      <input id="rule-until" name="until" type="date" aria-describedby="rule-until-hint" />
      ${hint('rule-until-hint', WORDS.ruleUntilHint)}
    </div>
    ${problem} <button class="primary" aria-disabled=${isBusy}>${WORDS.saveRules}</button>
  </form>`;
