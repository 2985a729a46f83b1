import assert from './assert.js';
import { part } from './page.js';
import { enterAddress } from './person.js';
import { eventually } from './time.js';

/** The part, name or tag of the focused node, also inside the element's shadow tree. */
export const focused = (): string => {
  const { activeElement } = document;
  const inner = activeElement?.shadowRoot?.activeElement ?? activeElement;
  return inner?.getAttribute('part') ?? inner?.getAttribute('name') ?? inner?.tagName ?? '';
};

export const isOpen = (): boolean => part('bubble')?.matches(':popover-open') ?? false;

/** Types an address that is nearly another one, and goes on. */
export const meetSuggestion = async (address = 'anna@gamil.org'): Promise<void> => {
  await enterAddress(address);
  await eventually(() => {
    assert.equal(isOpen(), true);
  });
};
