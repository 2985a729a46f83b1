import { html, nothing, type TemplateResult } from 'lit';
import { fill } from './languages/en.js';
import type { Presentation, Tone } from './field/presentation.js';
import type { Words } from './languages/words.js';

/** The signs of the tones, as paths in a field of 16 by 16. */
const SIGNS: Record<Tone, string> = {
  none: '',
  checking: 'M8 2a6 6 0 1 0 6 6',
  valid: 'M3 8.5l3.3 3.3L13 5',
  warning: 'M8 2.5L14.5 13.5H1.5zM8 6.5v3M8 11.6v.1',
  error: 'M8 1.8a6.2 6.2 0 1 0 .01 0M8 4.8v4M8 11v.1',
};

/** What the buttons are for: to take the suggestion, to keep what was typed, to take a fix back. */
export type Choice = 'accept' | 'keep' | 'undo';

/** A press of the mouse must not take the focus from the input: its blur would close what is pressed. */
const keepFocus = (event: Event): void => {
  event.preventDefault();
};

/** What the element draws under its slot: a line about the field, and the panel with the suggestion. */
export const view = (
  seen: Presentation,
  undoable: boolean,
  { messages, lang }: Words,
  choose: (choice: Choice) => void,
): TemplateResult => {
  const { tone, text, suggestion } = seen;
  // Around the suggestion there may be words on either side, or none.
  const asked = messages.suggestion
    .split('{suggestion}')
    .reduce<TemplateResult | string>(
      (before, words, i) => (i ? html`${before}<bdi>${suggestion}</bdi>${words}` : words),
      '',
    );
  /** @param about the id of what says what it is for, where its own words do not. */
  const button = (choice: Choice, about: string | typeof nothing = nothing): TemplateResult =>
    html`<button
      part=${choice}
      type="button"
      aria-describedby=${about}
      @mousedown=${keepFocus}
      @click=${() => {
        choose(choice);
      }}
    >
      ${messages[choice]}
    </button>`;
  return html`<div part="row" lang=${lang ?? nothing} class=${tone} ?hidden=${!text && tone === 'none'}>
      ${
        tone === 'none'
          ? nothing
          : html`<svg part="icon" viewBox="0 0 16 16" aria-hidden="true"><path d=${SIGNS[tone]} /></svg>`
      }
      <span id="message" part="message" aria-hidden="true">${text}</span>
      ${undoable ? button('undo', 'message') : nothing}
    </div>
    <slot name="message"></slot>
    <div
      part="suggestion"
      popover="manual"
      role="group"
      lang=${lang ?? nothing}
      aria-label=${fill(messages.suggestion, { suggestion: suggestion ?? '' })}
      ?hidden=${suggestion === null}
    >
      <span part="suggestion-text" aria-hidden="true" @mousedown=${keepFocus}>${asked}</span>
      <span part="choices">${button('accept')}${button('keep')}</span>
    </div>`;
};
