/** Replaces lit's `css`, so that the build minifies the template without this file importing lit. */
const css = ([text = '']: TemplateStringsArray): string => text;

let sheet: CSSStyleSheet | undefined;

/**
 * Adds the styles of the sign and the bubble to a shadow root. Safari before 16.4 and jsdom have no constructable
 * stylesheets.
 */
export const addStyles = (root: ShadowRoot): void => {
  if ('adoptedStyleSheets' in root) {
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(styles);
    }
    root.adoptedStyleSheets.push(sheet);
  } else {
    const style = document.createElement('style');
    style.textContent = styles;
    (root as ShadowRoot).append(style);
  }
};

/** Styles of the sign and the bubble, from `all: initial`: the page's text styles are not inherited. */
const styles = css`
  [part='suggestion-text'] {
    unicode-bidi: plaintext;
    text-align: match-parent;
  }
  svg {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  [part='sign'],
  [part='bubble'] {
    all: initial;
    box-sizing: border-box;
    position: absolute;
    inset: auto;
    left: 0;
    top: 0;
    margin: 0;
    z-index: 2147483647;
  }
  [part='sign'] {
    inline-size: 18px;
    block-size: 18px;
    border: 1px solid var(--_ring);
    border-radius: 50%;
    pointer-events: none;
  }
  /* More specific than the colours of the line's messages. */
  [part='sign'][class] {
    color: #fff;
  }
  [part='sign'].error {
    background: var(--email-verify-error-color, #c62f26);
  }
  [part='sign'].warning {
    background: var(--email-verify-warning-color, #9a6200);
  }
  [part='sign'].valid {
    background: var(--email-verify-valid-color, #1e7a3e);
  }
  [part='sign'][class].checking {
    background: var(--_ring);
    color: var(--email-verify-muted-color, var(--_muted));
  }
  @media (prefers-reduced-motion: no-preference) {
    .checking[part='sign'] svg {
      animation: turn 0.9s linear infinite;
    }
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  [part='sign'],
  [part='bubble'] {
    display: none;
  }
  :is([part='sign'], [part='bubble']):popover-open {
    display: flex;
  }
  /* Browsers without popovers. */
  [data-open] {
    display: flex;
  }
  [part='bubble'] {
    flex-direction: column;
    gap: 0.55em;
    inline-size: max-content;
    max-inline-size: min(22em, max(var(--_field, 19em), 19em), calc(100vw - 16px));
    padding: 0.6em 0.75em;
    border: 1px solid color-mix(in srgb, var(--_text) 50%, var(--_back));
    border-radius: var(--email-verify-radius, var(--_radius, 8px));
    background: var(--_back);
    color: var(--_text);
    box-shadow:
      0 1px 2px rgb(0 0 0 / 0.1),
      0 6px 20px rgb(0 0 0 / 0.16);
    font-family: var(--_font, system-ui, sans-serif);
    font-size: var(--email-verify-font-size, var(--_size, 14px));
    line-height: 1.4;
    text-align: start;
    /* A single punctuation mark must not be alone on a line. */
    text-wrap: balance;
    overflow-wrap: anywhere;
    --_back: var(--email-verify-surface, var(--_surface, Canvas));
    --_text: var(--email-verify-text, var(--_ink, CanvasText));
    --_button: var(--email-verify-accent, var(--_accent, currentColor));
  }
  [part='bubble'] [part='row'] {
    color: inherit;
    font-size: inherit;
  }
  /* A message without buttons takes no clicks: the content under it can still be used. */
  .words {
    pointer-events: none;
  }
  [part='choices'] {
    display: flex;
    flex-wrap: wrap;
    gap: 0.45em;
  }
  button {
    min-block-size: 28px;
    min-inline-size: 28px;
    margin: 0;
    padding: 0.2em 0.8em;
    border: 1px solid transparent;
    border-radius: max(calc(var(--email-verify-radius, var(--_radius, 8px)) - 3px), 3px);
    background: none;
    color: inherit;
    font: inherit;
    font-weight: 600;
    cursor: pointer;
  }
  [part='undo'] {
    min-block-size: 24px;
    min-inline-size: 24px;
    padding: 0;
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
  [part='accept'] {
    background: var(--_button);
    color: var(--_back);
  }
  [part='keep'] {
    border-color: color-mix(in srgb, var(--_text) 55%, var(--_back));
  }
  button:hover {
    opacity: 0.88;
  }
  /* An inline block is a bidi paragraph: isolates that the address leaves open end with it. */
  bdi {
    display: inline-block;
    font-weight: 600;
  }
  button:focus-visible {
    outline: 2px solid currentColor;
    outline-offset: 2px;
  }
  [part='accept']:focus-visible {
    outline-color: var(--_button);
  }
  @media (forced-colors: active) {
    [part='accept'] {
      --_button: Highlight;
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
    [part='sign'] {
      background: Canvas !important;
      color: CanvasText !important;
      border: 1px solid CanvasText;
    }
    [part='bubble'] {
      border-color: CanvasText;
    }
  }
`;
