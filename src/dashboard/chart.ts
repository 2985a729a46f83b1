import { html, LitElement, type TemplateResult } from 'lit';
import { STATUSES, type Status } from '../protocol/index.js';
import type { Day } from './answers.js';
import type { ChartName, Palette } from './chart-library.js';

/** The media features that change the colours. */
const SCHEMES = ['(prefers-color-scheme: dark)', '(forced-colors: active)'];

/**
 * A chart of checks. It is a picture: the words beside it say the same. A canvas takes no colours of CSS: they are read from
 * the style sheet, again when the scheme changes.
 */
export class UsageChart extends LitElement {
  static override properties = { days: { attribute: false }, name: {}, label: {} };

  declare days: readonly Day[];
  declare name: ChartName;
  /** Its text alternative. */
  declare label: string;

  #remove: (() => void) | null = null;
  #drawing = 0;
  readonly #schemes = SCHEMES.map((query) => matchMedia(query));

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    for (const scheme of this.#schemes) scheme.addEventListener('change', this.#draw);
    if (this.hasUpdated) this.#draw();
  }

  override disconnectedCallback(): void {
    for (const scheme of this.#schemes) scheme.removeEventListener('change', this.#draw);
    this.#clear();
    super.disconnectedCallback();
  }

  #clear(): void {
    this.#drawing += 1;
    this.#remove?.();
    this.#remove = null;
  }

  /** The computed colours of the swatches that the style sheet paints. */
  #palette(): Palette {
    const colorOf = (name: string): string => {
      const swatch = this.querySelector(`[data-swatch=${name}]`) ?? this;
      return getComputedStyle(swatch).backgroundColor;
    };
    const verdicts = Object.fromEntries(STATUSES.map((status) => [status, colorOf(status)])) as Record<Status, string>;
    const { color: text, fontFamily: font } = getComputedStyle(this);
    return { verdicts, text, font, line: colorOf('line'), surface: colorOf('surface') };
  }

  readonly #draw = (): void => {
    this.#clear();
    const drawing = this.#drawing;
    import('./chart-library.js').then(
      ({ drawChart }) => {
        const canvas = this.querySelector('canvas');
        if (canvas === null || drawing !== this.#drawing || !this.isConnected) return;
        this.#remove = drawChart(canvas, this.name, this.days, this.#palette());
      },
      // The words beside the picture say it all.
      () => undefined,
    );
  };

  protected override updated(): void {
    this.#draw();
  }

  protected override render(): TemplateResult {
    return html`
      <div class="canvas"><canvas role="img" aria-label=${this.label}></canvas></div>
      <div hidden>${[...STATUSES, 'line', 'surface'].map((name) => html`<i data-swatch=${name}></i>`)}</div>
    `;
  }
}
