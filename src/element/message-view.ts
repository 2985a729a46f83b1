import { html, nothing, type TemplateResult } from 'lit';
import type { Presentation, Tone } from './field/presentation.js';
import { fill } from './languages/fill-placeholders.js';
import type { LocalMessages } from './languages/localizer.js';

/** The icons of the tones, as paths in a square of 16 by 16. */
const SIGNS: Record<Tone, string> = {
  none: '',
  checking: 'M8 2.6a5.4 5.4 0 1 0 5.4 5.4',
  valid: 'M4.4 8.3l2.4 2.4 4.8-5',
  warning: 'M8 4.2v4.4M8 11.5v.1',
  error: 'M5.3 5.3l5.4 5.4M10.7 5.3l-5.4 5.4',
};

/** The buttons: accept the suggestion, keep the typed address, undo a fix. */
export type Choice = 'accept' | 'keep' | 'undo';

/** Keeps the focus in the input: its blur would close the message that the mouse has pressed. */
const keepFocus = (event: Event): void => {
  event.preventDefault();
};

const sign = (tone: Tone): TemplateResult | typeof nothing =>
  tone === 'none' ? nothing : html`<svg viewBox="0 0 16 16" aria-hidden="true"><path d=${SIGNS[tone]} /></svg>`;

/**
 * Renders the message (in a line under the field, or in the bubble), the sign and the bubble.
 * @param text the message; `""` if a node of the page shows it.
 * @param inBubble true to show the message in the bubble.
 */
export const view = (
  { tone, suggestion, fixed }: Presentation,
  text: string,
  inBubble: boolean,
  { messages, lang }: LocalMessages,
  choose: (choice: Choice) => void,
): TemplateResult => {
  // A page's own sentence may have the placeholder anywhere, or omit it.
  const question = messages.suggestion
    .split('{suggestion}')
    .reduce<TemplateResult | string>(
      (before, after, i) => (i ? html`${before}<bdi>${suggestion}</bdi>${after}` : after),
      '',
    );
  /** @param describedBy the id of the node that describes the button, if its text is not enough. */
  const button = (choice: Choice, describedBy: string | typeof nothing = nothing): TemplateResult =>
    html`<button
      part=${choice}
      type="button"
      tabindex=${inBubble ? -1 : nothing}
      aria-describedby=${describedBy}
      @mousedown=${keepFocus}
      @click=${() => {
        choose(choice);
      }}
    >
      ${messages[choice]}
    </button>`;
  const row = html`<div part="row" lang=${lang ?? nothing} class=${tone} ?hidden=${!text && !fixed}>
    ${fixed ? html`<span id="fixed" part="message" aria-hidden="true">${fixed}</span>${button('undo', 'fixed')}` : nothing}
    ${text ? html`<span part="message" aria-hidden="true">${text}</span>` : nothing}
  </div>`;
  return html`${inBubble ? nothing : row}
    <slot name="message"></slot>
    <div part="sign" class=${tone} popover="manual" aria-hidden="true">${sign(tone)}</div>
    <div
      part="bubble"
      popover="manual"
      class=${suggestion === null && !fixed ? 'words' : nothing}
      role=${suggestion === null ? nothing : 'group'}
      lang=${lang ?? nothing}
      aria-label=${suggestion === null ? nothing : fill(messages.suggestion, { suggestion })}
    >
      ${inBubble ? row : nothing}
      ${
        suggestion === null
          ? nothing
          : html`<span part="suggestion-text" aria-hidden="true" @mousedown=${keepFocus}>${question}</span>
              <span part="choices">${button('accept')}${button('keep')}</span>`
      }
    </div>`;
};
