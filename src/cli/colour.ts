import type { WriteStream } from 'node:tty';
import { inspect } from 'node:util';

type Colour = 'green' | 'red' | 'yellow' | 'grey' | 'bold';

/** Colours a text. */
export type Paint = (colour: Colour, text: string) => string;

/** Returns the text unchanged. */
export const plain: Paint = (_colour, text) => text;

/**
 * Colours text for a terminal. Files and pipes get plain text, and so does a terminal with `NO_COLOR` (no-color.org),
 * `TERM=dumb` or without colours.
 */
export const paintFor = (stream: Partial<Pick<WriteStream, 'hasColors'>>): Paint =>
  // Only a terminal has this method, which reads the environment.
  stream.hasColors?.() === true
    ? (colour, text) => {
        const [on, off] = inspect.colors[colour] ?? [0, 0];
        return `\u001b[${on}m${text}\u001b[${off}m`;
      }
    : plain;
