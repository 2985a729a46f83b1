import { executeServerCommand, sendMouse } from '@web/test-runner-commands';
import { whileTimersStand } from './hold-timers.js';
import { input } from './page.js';
import { once } from './time.js';

/** Actions of a person, with real keys and a real mouse. */

/** @param key its name, with `Shift+` before it when that is held. */
export const press = async (key: string): Promise<void> => {
  await executeServerCommand('keys-press', key);
};

export const type = (text: string): Promise<void> =>
  whileTimersStand(async () => {
    await executeServerCommand('keys-type', text);
  });

/** Comes to the field and types an address in place of what stands there. */
export const typeAddress = async (address: string, field = input()): Promise<void> => {
  field.focus();
  field.select();
  await type(address);
};

/** Types an address and goes on to the next field. */
export const enterAddress = async (address: string, field = input()): Promise<void> => {
  await typeAddress(address, field);
  await press('Tab');
};

/** Where a person would press. */
const middleOf = (target: Element): [number, number] => {
  const { left, top, width, height } = target.getBoundingClientRect();
  return [Math.round(left + width / 2), Math.round(top + height / 2)];
};

/** Whoever misses because the page has moved under the mouse presses again; what was hit is not pressed twice. */
export const click = async (target: Element): Promise<void> => {
  const hits: Event[] = [];
  const note = (event: Event): void => {
    if (event.composedPath().includes(target)) hits.push(event);
  };
  addEventListener('mousedown', note, true);
  try {
    for (let tries = 0; tries < 3 && hits.length === 0; tries++)
      await sendMouse({ type: 'click', position: middleOf(target) });
  } finally {
    removeEventListener('mousedown', note, true);
  }
};

/**
 * Presses the mouse, waits, and lets go: as slowly as hands are.
 * @returns how long the press was for the page, in milliseconds: the driver may add to it.
 */
export const slowClick = async (target: Element, between: () => Promise<void>): Promise<number> => {
  const downs: number[] = [];
  const ups: number[] = [];
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  addEventListener('mousedown', () => downs.push(performance.now()), options);
  addEventListener('mouseup', () => ups.push(performance.now()), options);
  try {
    await sendMouse({ type: 'move', position: middleOf(target) });
    await sendMouse({ type: 'down' });
    await between();
    await sendMouse({ type: 'up' });
    await once(ups);
  } finally {
    listening.abort();
  }
  return ups[0]! - downs[0]!;
};
