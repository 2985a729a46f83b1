import { autoUpdate, computePosition, flip, offset, shift } from '@floating-ui/dom';

/** Room between the panel and the input, and the window's edge, in CSS pixels. */
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
  // Its margin would push it over the input when it stands above.
  panel.style.margin = '0';
  const update = (): void => {
    void computePosition(input, panel, {
      strategy: 'fixed',
      placement: above() ? 'top-start' : 'bottom-start',
      middleware: [offset(GAP), flip({ padding: GAP }), shift({ padding: GAP })],
    }).then(({ x, y }) => {
      panel.style.left = `${x}px`;
      panel.style.top = `${y}px`;
    });
  };
  return { update, stop: autoUpdate(input, panel, update) };
};
