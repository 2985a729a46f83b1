/** Fields of forms. */
import { html, nothing, type TemplateResult } from 'lit';
import { WORDS } from './words/index.js';

/** Shows or hides what is typed into the password field before the button. */
const toggle = ({ currentTarget }: Event): void => {
  const button = currentTarget as HTMLButtonElement;
  const input = button.previousElementSibling as HTMLInputElement;
  const isShown = input.type === 'password';
  input.type = isShown ? 'text' : 'password';
  button.setAttribute('aria-pressed', String(isShown));
};

/** A text under a field. */
export const hint = (id: string, text: string): TemplateResult => html`<p class="hint" id=${id}>${text}</p>`;

/**
 * A field for the password that the person has, or for a new one.
 * @param id also its name.
 */
export const passwordField = (id: string, label: string, isNew = false): TemplateResult => html`
  <div class="field">
    <label for=${id}>${label}</label>
    <div class="with-button">
      <input
        id=${id}
        name=${id}
        type="password"
        required
        minlength=${isNew ? 10 : nothing}
        maxlength="128"
        autocomplete=${isNew ? 'new-password' : 'current-password'}
        aria-describedby=${isNew ? `${id}-hint` : nothing}
      /><button type="button" class="quiet" aria-label=${WORDS.showPassword} aria-pressed="false" @click=${toggle}>
        ${WORDS.show}
      </button>
    </div>
    ${isNew ? hint(`${id}-hint`, WORDS.passwordHint) : nothing}
  </div>
`;

/** A field for an address. @param autocomplete `username` where one signs in with it. */
export const emailField = (id: string, label: string, autocomplete = 'username'): TemplateResult => html`
  <div class="field">
    <label for=${id}>${label}</label>
    <input
      id=${id}
      name=${id}
      type="email"
      required
      maxlength="320"
      autocomplete=${autocomplete}
      autocapitalize="none"
      spellcheck="false"
    />
  </div>
`;
