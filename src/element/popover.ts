import { autoUpdate, computePosition, flip, offset, shift } from '@floating-ui/dom';

/** Room between the input and the suggestion, and between the suggestion and the window's edge, in CSS pixels. */
const GAP = 6;

/**
 * Shows a panel beside the input until it is closed, in the top layer, so that no `overflow: hidden` clips it. It stands
 * below the input while the person is in it, and above once they have gone on: it must not lie over the field they are in
 * now (WCAG 2.2, 2.4.11).
 * @returns closes it.
 */
export const openPopover = (panel: HTMLElement, input: HTMLInputElement): (() => void) => {
  const place = (): void => {
    const inside = (input.getRootNode() as Document | ShadowRoot).activeElement === input;
    void computePosition(input, panel, {
      strategy: 'fixed',
      placement: inside ? 'bottom-start' : 'top-start',
      middleware: [offset(GAP), flip({ padding: GAP }), shift({ padding: GAP })],
    }).then(({ x, y }) => {
      panel.style.left = `${x}px`;
      panel.style.top = `${y}px`;
    });
  };
  panel.showPopover();
  return autoUpdate(input, panel, place);
};
