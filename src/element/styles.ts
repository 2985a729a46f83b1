import { css } from './css.js';

/**
 * The host and its content keep the page's styles. A detached host and the message node start from `all: initial`:
 * important rules of a shadow tree override all rules of the page. For the sign and the bubble see
 * `dom/overlay-styles.ts`.
 */
export const styles = css`
  :host {
    display: block;
  }
  :host([hidden]) {
    display: none;
  }
  :host([detached]) {
    all: initial !important;
    display: contents !important;
  }
  slot[name='message']::slotted(*) {
    all: initial !important;
    position: fixed !important;
    inset-block-start: 0 !important;
    inset-inline-start: 0 !important;
    inline-size: 1px !important;
    block-size: 1px !important;
    overflow: hidden !important;
    opacity: 0 !important;
    pointer-events: none !important;
    white-space: nowrap !important;
  }
  [hidden] {
    display: none !important;
  }
  [part='row'] {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    column-gap: 0.6em;
    font-size: var(--email-verify-font-size, 0.875em);
    font-style: normal;
    font-weight: 400;
    line-height: 1.4;
    letter-spacing: normal;
    word-spacing: normal;
    text-align: start;
    text-indent: 0;
    text-shadow: none;
    text-transform: none;
    white-space: normal;
    overflow-wrap: anywhere;
  }
  .room {
    display: contents;
  }
  .flow {
    display: flow-root;
    min-block-size: var(--email-verify-line-size, 0);
  }
  .flow > [part='row'] {
    margin-block-start: 0.4em;
    color: var(--email-verify-muted-color, var(--_muted));
  }
  .flow > [data-surface] {
    padding: 0.2em 0.5em;
    border-radius: 4px;
    background: var(--_surface);
  }
  .flow > .error {
    color: var(--email-verify-error-color, var(--_error));
  }
  .flow > .warning {
    color: var(--email-verify-warning-color, var(--_warning));
  }
  .flow > .valid {
    color: var(--email-verify-valid-color, var(--_valid));
  }
  [part='message'] {
    unicode-bidi: plaintext;
    text-align: match-parent;
  }
`;
