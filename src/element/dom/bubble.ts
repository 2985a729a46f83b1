/** Opens and closes the panel with the suggestion. Where CSS cannot place it, what can is loaded when one first shows. */
export class Panel {
  readonly #onEscape: () => void;
  /** Aborted when the panel closes. */
  #open: AbortController | null = null;

  /** @param onEscape the person wants it closed. */
  constructor(onEscape: () => void) {
    this.#onEscape = onEscape;
  }

  update(root: ParentNode, input: HTMLInputElement | null, wanted: boolean): void {
    if (wanted === (this.#open !== null)) return;
    this.close();
    const panel = root.querySelector<HTMLElement>('[part=suggestion]');
    if (!wanted || !input || !panel) return;
    const { signal } = (this.#open = new AbortController());
    for (const target of [panel, input]) {
      target.addEventListener(
        'keydown',
        (event) => {
          // Firefox leaves a popover whose source stands in another tree out of the way that Tab goes.
          if (target === input && event.key === 'Tab' && !event.shiftKey && !event.defaultPrevented) {
            event.preventDefault();
            panel.querySelector('button')?.focus();
          }
          if (event.key !== 'Escape') return;
          // Nothing around it, such as a dialog, is to close with it.
          event.stopPropagation();
          event.preventDefault();
          this.#onEscape();
        },
        { signal },
      );
    }
    void show(panel, input, signal);
  }

  close(): void {
    this.#open?.abort();
    this.#open = null;
  }
}

/** Whether the browser has placed it well: a transformed box around the field, or one of another direction, is beyond some. */
const standsBeside = (panel: HTMLElement, input: HTMLElement): boolean => {
  const [a, b] = [panel.getBoundingClientRect(), input.getBoundingClientRect()];
  const gap = Math.max(a.top - b.bottom, b.top - a.bottom);
  // It begins where the input does, or as far before it as the window's edge asks.
  const [early, room] =
    getComputedStyle(panel).direction === 'rtl'
      ? [a.right - b.right, a.left]
      : [b.left - a.left, document.documentElement.clientWidth - a.right];
  return gap >= 0 && gap < 20 && early > -2 && (early < 2 || room < 8);
};

/**
 * Shows the panel beside the input, in the top layer, so that no `overflow: hidden` clips it, until the signal is aborted.
 * It stands below the input while the person is there, and above once they have gone on: it must not lie over the field
 * they are in now (WCAG 2.2, 2.4.11).
 */
const show = async (panel: HTMLElement, input: HTMLInputElement, signal: AbortSignal): Promise<void> => {
  const root = input.getRootNode() as Document | ShadowRoot;
  const above = (): boolean => root.activeElement !== input && !panel.matches(':focus-within');
  let update = (): void => {
    panel.classList.toggle('above', above());
  };
  try {
    let placed = CSS.supports('position-area', 'block-end');
    if (placed) {
      // The source of a popover is its implicit anchor: the styles do the rest.
      panel.showPopover({ source: input });
      update();
      placed = standsBeside(panel, input);
      if (!placed) panel.hidePopover();
    }
    if (!placed) {
      const { placeBeside } = await import('./position.js');
      if (signal.aborted) return;
      panel.showPopover();
      const placing = placeBeside(panel, input, above);
      update = placing.update;
      signal.addEventListener('abort', placing.stop);
    }
  } catch {
    // The module did not come, or the browser knows no popover: the panel stands in the flow, under the field.
    panel.removeAttribute('popover');
    return;
  }
  root.addEventListener('focusin', update, { signal });
  signal.addEventListener('abort', () => {
    if (panel.isConnected) panel.hidePopover();
  });
};
