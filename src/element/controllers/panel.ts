import type { ReactiveController } from 'lit';

/** Opens and closes the panel with the suggestion. What places it is loaded when a suggestion first shows. */
export class Panel implements ReactiveController {
  #wanted = false;
  #close: (() => void) | null = null;

  update(root: ParentNode, input: HTMLInputElement | null, wanted: boolean): void {
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    if (!wanted || !input) {
      this.hostDisconnected();
      return;
    }
    const panel = root.querySelector<HTMLElement>('[part=suggestion]');
    if (panel) void this.#open(panel, input);
  }

  hostDisconnected(): void {
    this.#wanted = false;
    this.#close?.();
    this.#close = null;
  }

  async #open(panel: HTMLElement, input: HTMLInputElement): Promise<void> {
    try {
      const { openPopover } = await import('../popover.js');
      if (this.#wanted && !this.#close) this.#close = openPopover(panel, input);
    } catch {
      // The module did not come, or the browser knows no popover: the panel stands in the flow, under the field.
      panel.removeAttribute('popover');
    }
  }
}
