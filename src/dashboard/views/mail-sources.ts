import { html, nothing, type TemplateResult } from 'lit';
import type { MadeSource, MailSource, SourceList } from '../answers.js';
import { confirmation } from '../dialog.js';
import { hint } from '../fields.js';
import { formatAge } from '../format.js';
import { textOf, View } from '../view.js';
import { WORDS } from '../words/index.js';

/** The addresses at which mail providers tell what becomes of mail. */
export class MailSources extends View {
  static override properties = {
    list: { state: true },
    provider: { state: true },
    made: { state: true },
    leaving: { state: true },
  };

  /** Null: not there yet. */
  declare protected list: SourceList | null;
  /** The provider that is chosen; `""`: the first. */
  declare protected provider: string;
  /** The address that was made last; null: none. */
  declare protected made: { url: string; provider: string } | null;
  /** The source that is about to be deleted. */
  declare protected leaving: MailSource | null;

  constructor() {
    super();
    this.list = null;
    this.provider = '';
    this.made = null;
    this.leaving = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load(this.#load);
  }

  readonly #load = async (): Promise<void> => {
    this.list = await this.app.api.get<SourceList>('dashboard/sources');
  };

  readonly #choose = ({ currentTarget }: Event): void => {
    this.provider = (currentTarget as HTMLSelectElement).value;
  };

  readonly #make = this.onSubmit('make', async (fields, form) => {
    const provider = textOf(fields, 'provider');
    const key = textOf(fields, 'signing-key');
    const { url } = await this.app.api.post<MadeSource>('dashboard/sources/add', {
      provider,
      ...(key !== '' && { signing_key: key }),
    });
    const name = WORDS.providerName(provider);
    this.made = { url, provider: name };
    form.reset();
    this.provider = '';
    await this.#load();
    this.app.say(WORDS.sourceMade(name));
  });

  readonly #remove = this.onSubmit('remove', async () => {
    const { leaving } = this;
    if (leaving === null) return;
    await this.app.api.post('dashboard/sources/remove', { id: leaving.id });
    this.querySelector('dialog')?.close();
    this.made = null;
    await this.#load();
    this.app.say(WORDS.sourceDeleted(WORDS.providerName(leaving.provider)));
    // The button that opened the dialog is gone.
    this.querySelector<HTMLElement>('#sources-title')?.focus();
  });

  readonly #copy = (): void => {
    const { made } = this;
    if (made !== null) void this.attempt('copy', async () => this.copy('source', made.url));
  };

  protected override render(): TemplateResult {
    const { list } = this;
    return html`
      <section class="panel" aria-labelledby="sources-title">
        <h2 id="sources-title" tabindex="-1">${WORDS.mailSources}</h2>
        <p class="soft">${WORDS.mailSourcesLead}</p>
        ${list === null ? this.placeholder(this.#load) : html`${this.#sources(list)} ${this.#form(list)}`}
      </section>
      ${this.leaving === null ? nothing : this.#removal(this.leaving)}
    `;
  }

  #sources({ sources }: SourceList): TemplateResult {
    if (sources.length === 0) return html`<p>${WORDS.noMailSources}</p>`;
    return html`<ul class="rows" id="sources">
      ${sources.map((source) => {
        const { provider, last_used_at: at, reports } = source;
        const name = WORDS.providerName(provider);
        return html`<li>
          <span
            ><b>${name}</b>
            <span class="soft"
              >${at === null ? WORDS.sourceUnused : WORDS.sourceUsed(formatAge(at), reports)}</span
            ></span
          >
          <button
            type="button"
            class="small"
            aria-label=${WORDS.deleteSourceOf(name)}
            @click=${() => {
              this.problem = null;
              this.leaving = source;
            }}
          >
            ${WORDS.deleteSource}
          </button>
        </li>`;
      })}
    </ul>`;
  }

  #form({ providers }: SourceList): TemplateResult {
    const { made } = this;
    const chosen = providers.find(({ provider }) => provider === this.provider) ?? providers[0];
    const key = chosen?.signing_key ?? null;
    return html`<form @submit=${this.#make}>
        <div class="field">
          <label for="provider">${WORDS.mailProvider}</label>
          <select id="provider" name="provider" @change=${this.#choose}>
            ${providers.map(({ provider }) => html`<option value=${provider}>${WORDS.providerName(provider)}</option>`)}
          </select>
        </div>
        ${
          key === null
            ? nothing
            : html`<div class="field">
                <label for="signing-key">${WORDS.signingKey}</label>
                <input
                  id="signing-key"
                  name="signing-key"
                  required
                  maxlength="1000"
                  autocomplete="off"
                  spellcheck="false"
                  aria-describedby="signing-key-hint"
                />
                ${hint('signing-key-hint', WORDS.signingKeyIs(key))}
              </div>`
        }
        ${this.problemOf('make')}
        <p class="buttons"><button aria-disabled=${this.busy !== null}>${WORDS.makeSource}</button></p>
      </form>
      ${
        made === null
          ? nothing
          : html`<div class="notice">
              <p>${WORDS.sourceMade(made.provider)}</p>
              <p class="key-line">
                <code class="key" id="source-url">${made.url}</code>
                <button
                  type="button"
                  class="small"
                  aria-label=${this.copyName('source', WORDS.copySource)}
                  @click=${this.#copy}
                >
                  ${this.copyLabel('source')}
                </button>
              </p>
              ${this.problemOf('copy')}
            </div>`
      }`;
  }

  #removal({ provider }: MailSource): TemplateResult {
    return confirmation({
      title: WORDS.deleteSourceTitle(WORDS.providerName(provider)),
      lead: WORDS.deleteSourceLead,
      action: WORDS.deleteSource,
      isBusy: this.busy !== null,
      problem: this.problemOf('remove'),
      onSubmit: this.#remove,
      onClose: () => (this.leaving = null),
    });
  }
}
