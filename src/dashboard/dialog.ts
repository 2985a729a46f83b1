import { html, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { WORDS } from './words/index.js';

/** Opens a dialog once it is in the page: Lit makes elements outside of it. */
const open = (element?: Element): void => {
  queueMicrotask(() => {
    if (element instanceof HTMLDialogElement && element.isConnected && !element.open) element.showModal();
  });
};

/** Closes the dialog around a node, so that the focus goes back to where it was. */
export const closeDialog = (inside: Element | null): void => inside?.closest('dialog')?.close();

/**
 * A modal dialog, open for as long as it is rendered.
 * @param onClose after it was closed, by Escape too.
 */
export const dialog = (title: string, content: TemplateResult, onClose: () => void): TemplateResult => html`
  <dialog aria-labelledby="dialog-title" ${ref(open)} @close=${onClose}>
    <h2 id="dialog-title">${title}</h2>
    ${content}
  </dialog>
`;

/** The buttons at the end of a dialog's form. */
export const dialogButtons = (
  action: string,
  isBusy: boolean,
  kind: 'primary' | 'danger' = 'primary',
): TemplateResult => html`
  <div class="buttons">
    <button class=${kind} aria-disabled=${isBusy}>${action}</button>
    <button
      type="button"
      @click=${({ currentTarget }: Event) => {
        closeDialog(currentTarget as Element);
      }}
    >
      ${WORDS.cancel}
    </button>
  </div>
`;
