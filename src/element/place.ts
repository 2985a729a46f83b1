import { autoUpdate, computePosition, flip, shift } from '@floating-ui/dom';

/** Room between the panel and the window's edge, in CSS pixels. Between the panel and the input there is its margin. */
const GAP = 6;

/**
 * Keeps a panel beside an input, for browsers that know no CSS anchor positioning.
 * @param above whether it belongs above the input; asked each time.
 * @returns `update` places it anew at once; `stop` ends it.
 */
export const placeBeside = (
  panel: HTMLElement,
  input: HTMLElement,
  above: () => boolean,
): { update: () => void; stop: () => void } => {
  const update = (): void => {
    void computePosition(input, panel, {
      strategy: 'fixed',
      placement: above() ? 'top-start' : 'bottom-start',
      middleware: [flip({ padding: GAP }), shift({ padding: GAP })],
    }).then(({ x, y }) => {
      panel.style.left = `${x}px`;
      panel.style.top = `${y}px`;
    });
  };
  return { update, stop: autoUpdate(input, panel, update) };
};
