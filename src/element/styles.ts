import { css } from 'lit';

export const styles = css`
  :host {
    --_surface: var(--email-verify-surface, light-dark(#fff, #242a33));
    --_accent: var(--email-verify-accent, light-dark(#1e44c4, #9ec1ff));
    --_radius: var(--email-verify-radius, 8px);
  }
  @supports not (color: light-dark(red, red)) {
    :host {
      --_surface: var(--email-verify-surface, Canvas);
    }
  }
  [hidden] {
    display: none !important;
  }
  [part='row'],
  [part='suggestion'] {
    font-size: var(--email-verify-font-size, 0.875em);
    line-height: 1.4;
    text-align: start;
    text-transform: none;
    white-space: normal;
    overflow-wrap: anywhere;
  }
  [part='row'] {
    display: flex;
    align-items: flex-start;
    gap: 0.4em;
    margin-block-start: 0.4em;
    color: var(--email-verify-muted-color, light-dark(#4b5563, #a9b4c2));
  }
  .error {
    color: var(--email-verify-error-color, light-dark(#a3201a, #ffb4ab));
  }
  .warning {
    color: var(--email-verify-warning-color, light-dark(#7a4f00, #f5c26b));
  }
  .valid {
    color: var(--email-verify-valid-color, light-dark(#14602f, #7fd6a0));
  }
  [part='icon'] {
    flex: none;
    inline-size: 1.15em;
    block-size: 1.4em;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.8;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  @media (prefers-reduced-motion: no-preference) {
    .checking [part='icon'] {
      animation: turn 0.9s linear infinite;
    }
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  [part='message'],
  [part='suggestion-text'] {
    unicode-bidi: plaintext;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  slot[name='message']::slotted(*) {
    position: absolute;
    inset: 0;
    min-block-size: 1px;
    overflow: hidden;
    opacity: 0;
    pointer-events: none;
  }
  [popover] {
    inset: auto;
    position-area: self-block-end span-self-inline-end;
    position-try-fallbacks: flip-block;
    position-visibility: always;
  }
  .above {
    position-area: self-block-start span-self-inline-end;
  }
  [part='suggestion'] {
    box-sizing: border-box;
    inline-size: max-content;
    max-inline-size: min(30em, calc(100vw - 24px));
    margin: 6px 0;
    margin-inline-end: 6px;
    padding: 0.6em 0.7em;
    border: 1px solid color-mix(in srgb, currentColor 55%, var(--_surface));
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--email-verify-text, light-dark(#1a2029, #f1f4f8));
    box-shadow: 0 6px 24px rgb(0 0 0 / 0.18);
  }
  [part='suggestion']:is(:popover-open, :not([popover])) {
    display: flex;
    flex-direction: column;
    gap: 0.5em;
  }
  [part='suggestion']:not([popover]) {
    max-inline-size: 100%;
  }
  [part='choices'] {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4em;
  }
  button {
    min-block-size: 28px;
    min-inline-size: 28px;
    margin: 0;
    padding: 0.2em 0.7em;
    border: 1px solid transparent;
    border-radius: calc(var(--_radius) - 2px);
    background: none;
    color: var(--_accent);
    font: inherit;
    font-weight: 600;
    cursor: pointer;
  }
  [part='undo'] {
    --_accent: currentColor;
    flex: none;
    padding-inline: 0.3em;
    margin-block: -3px;
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
  [part='accept'] {
    background: var(--_accent);
    color: var(--_surface);
  }
  [part='keep'] {
    border-color: currentColor;
  }
  button:hover {
    filter: brightness(1.08);
  }
  /* A box is a paragraph of its own: an isolate is left open by what stands in it. */
  bdi {
    display: inline-block;
    font-weight: 600;
  }
  button:focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  @media (forced-colors: active) {
    [part='accept'] {
      --_accent: Highlight;
      --_surface: HighlightText;
      forced-color-adjust: none;
    }
  }
`;
