import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Deployment, Key } from '../answers.js';
import { readEdgeUrl, readOrigin } from '../site.js';
import { createSecret, SNIPPETS, WITH_KEY, writeSnippet, type SnippetName, type SnippetValues } from '../snippets.js';
import { View } from '../view.js';
import { WORDS } from '../words/index.js';
import { choicesOf, originsOf, type Choices } from './code-choices.js';

/** The values that the code uses in place of missing and invalid ones. */
const SITE = 'https://shop.example';
const EDGE = 'http://localhost:8081';

/** The code to put a key to use, in tabs (WAI-ARIA Authoring Practices, tabs with automatic activation). */
export class CodePanel extends View implements Choices {
  static override properties = {
    keys: { attribute: false },
    deployment: { attribute: false },
    read: { attribute: false },
    tab: { state: true },
    site: { state: true },
    edge: { state: true },
    isOwnEdge: { state: true },
    keyId: { state: true },
  };

  declare keys: readonly Key[];
  declare deployment: Deployment;
  /** Reads a whole key. */
  declare read: (id: number) => Promise<string>;
  declare protected tab: SnippetName;
  declare site: string;
  declare edge: string;
  declare isOwnEdge: boolean;
  declare keyId: number | null;

  readonly #secret = createSecret();

  constructor() {
    super();
    this.tab = 'script';
    this.site = '';
    this.edge = EDGE;
    this.isOwnEdge = true;
    this.keyId = null;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.hasUpdated && changed.has('app')) {
      this.isOwnEdge = this.#edge === null;
      this.tab = this.isOwnEdge ? 'edge' : 'script';
    }
    if (!this.#tabs.includes(this.tab)) this.tab = 'script';
  }

  /** The deployment's edge, for the operator's pages; null: they need one of their own, as those of others do. */
  get #edge(): Deployment['edge'] {
    return this.app.session?.user.role === 'operator' ? this.deployment.edge : null;
  }

  /** The deployment's edge if the pages call it. */
  get #usedEdge(): Deployment['edge'] {
    return this.isOwnEdge ? null : this.#edge;
  }

  get #liveKeys(): Key[] {
    return this.keys.filter(({ mode, scopes, expires_at: end }) => {
      return mode === 'live' && scopes.includes('validate') && end === null;
    });
  }

  get #key(): Key | undefined {
    return this.#liveKeys.find(({ id }) => id === this.keyId) ?? this.#liveKeys[0];
  }

  /** The tabs: whose pages call the deployment's edge needs no command for another one. */
  get #tabs(): readonly SnippetName[] {
    return SNIPPETS.filter((name) => name !== 'edge' || this.isOwnEdge);
  }

  get #values(): SnippetValues {
    return {
      service: this.deployment.url.replace(/\/+$/, ''),
      edge: this.#usedEdge?.url.replace(/\/+$/, '') ?? readEdgeUrl(this.edge) ?? EDGE,
      origin: readOrigin(this.site) ?? SITE,
      key: `${this.#key?.prefix ?? 'evk'}…`,
      secret: this.#secret,
    };
  }

  readonly #copy = (): void => {
    void this.attempt('copy', async () => {
      const key = this.#key;
      const values = { ...this.#values };
      if (WITH_KEY.includes(this.tab)) {
        if (key === undefined) throw new Error(WORDS.noLiveKey);
        values.key = await this.read(key.id);
      }
      await this.copy('copy', writeSnippet(this.tab, values));
    });
  };

  #select(tab: SnippetName): void {
    this.problem = null;
    this.copied = null;
    this.tab = tab;
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const tabs = this.#tabs;
    const at = tabs.indexOf(this.tab);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    this.#select(next);
    this.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };

  protected override render(): TemplateResult {
    const tabs = this.#tabs;
    const edge = this.#usedEdge;
    const { label } = WORDS.snippets[this.tab];
    return html`
      <section class="panel" aria-labelledby="code-title">
        <h2 id="code-title">${WORDS.code}</h2>
        <p class="soft">${this.isOwnEdge ? WORDS.codeLead : WORDS.codeLeadOperator}</p>
        ${choicesOf(this, this.#liveKeys, this.#key, this.#edge !== null)}
        <div class="tabs" role="tablist" aria-label=${WORDS.codeTabs} @keydown=${this.#onKey}>
          ${tabs.map((name) => {
            const isSelected = name === this.tab;
            return html`<button
              type="button"
              role="tab"
              id="tab-${name}"
              aria-selected=${isSelected}
              aria-controls="snippet"
              tabindex=${isSelected ? 0 : -1}
              @click=${() => {
                this.#select(name);
              }}
            >
              ${WORDS.snippets[name].label}
            </button>`;
          })}
        </div>
        <div id="snippet" role="tabpanel" aria-labelledby="tab-${this.tab}" class="snippet">
          <div class="heading">
            <p class="soft">${WORDS.snippets[this.tab].note} ${WITH_KEY.includes(this.tab) ? WORDS.keyPut : nothing}</p>
            <button type="button" aria-label=${this.copyName('copy', WORDS.copyCode(label))} @click=${this.#copy}>
              ${this.copyLabel('copy')}
            </button>
          </div>
          ${this.problemOf('copy')}
          <pre tabindex="0" role="group" aria-label=${label}><code>${writeSnippet(this.tab, this.#values)}</code></pre>
        </div>
        ${edge === null ? nothing : originsOf(edge.origins, readOrigin(this.site))}
      </section>
    `;
  }
}
