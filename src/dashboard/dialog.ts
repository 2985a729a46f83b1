import { html, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { WORDS } from './words/index.js';

/** Opens a dialog once it is in the page: Lit makes elements outside of it. */
const open = (element?: Element): void => {
  queueMicrotask(() => {
    if (element instanceof HTMLDialogElement && element.isConnected && !element.open) element.showModal();
  });
};

/**
 * A modal dialog, open for as long as it is rendered. Its first field has the focus first.
 * @param onClose after it was closed, by Escape too.
 */
export const dialog = (title: string, content: TemplateResult, onClose: () => void): TemplateResult => html`
  <dialog aria-labelledby="dialog-title" ${ref(open)} @close=${onClose}>
    <h2 id="dialog-title">${title}</h2>
    ${content}
  </dialog>
`;

const buttons = (action: string, isBusy: boolean, isDangerous: boolean): TemplateResult => html`
  <div class="buttons">
    <button class=${isDangerous ? 'danger' : 'primary'} aria-disabled=${isBusy}>${action}</button>
    <button
      type="button"
      ?autofocus=${isDangerous}
      @click=${({ currentTarget }: Event) => {
        // The focus goes back to where it was.
        (currentTarget as Element).closest('dialog')?.close();
      }}
    >
      ${WORDS.cancel}
    </button>
  </div>
`;

/** The buttons at the end of a dialog's form. */
export const dialogButtons = (action: string, isBusy: boolean): TemplateResult => buttons(action, isBusy, false);

/** A question before something is lost. */
interface Question {
  title: string;
  /** Says what is lost. */
  lead: string;
  /** The text of the button that does it. */
  action: string;
  isBusy: boolean;
  /** The error of the last attempt. */
  problem: unknown;
  onSubmit: (event: SubmitEvent) => void;
  onClose: () => void;
}

/**
 * A dialog that asks before something is lost. The button that changes nothing has the focus first, and what is lost is
 * read out with the title, as the ARIA Authoring Practices Guide has it for alert dialogs.
 */
export const confirmation = (question: Question): TemplateResult => {
  const { title, lead, action, isBusy, problem, onSubmit, onClose } = question;
  return html`
    <dialog
      role="alertdialog"
      aria-labelledby="dialog-title"
      aria-describedby="dialog-lead"
      ${ref(open)}
      @close=${onClose}
    >
      <h2 id="dialog-title">${title}</h2>
      <form @submit=${onSubmit}>
        <p id="dialog-lead">${lead}</p>
        ${problem} ${buttons(action, isBusy, true)}
      </form>
    </dialog>
  `;
};
