import { html, nothing, type TemplateResult } from 'lit';
import type { Deployment, Key, KeyList, NewKey, RotatedKey, ShownKey } from '../answers.js';
import { formatAge, formatDay, formatTime } from '../format.js';
import { View } from '../view.js';
import { WORDS } from '../words/index.js';
import { addDialog, readNewKey, revokeDialog, rotateDialog } from './key-dialogs.js';

/** The dialog that is open, and the key that it is about. */
type Open = { dialog: 'add' } | { dialog: 'rotate' | 'revoke'; key: Key };

/** The keys of the account, and the code to put them to use. */
export class ApiSettingsView extends View {
  static override properties = {
    keys: { state: true },
    shown: { state: true },
    open: { state: true },
    deployment: { state: true },
  };

  /** Null: not there yet. */
  declare protected keys: Key[] | null;
  /** The keys that are shown as a whole, by id. */
  declare protected shown: ReadonlyMap<number, string>;
  declare protected open: Open | null;
  declare protected deployment: Deployment | null;

  constructor() {
    super();
    this.keys = null;
    this.shown = new Map();
    this.open = null;
    this.deployment = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load(this.#load);
  }

  readonly #load = async (): Promise<void> => {
    const [{ keys }, deployment] = await Promise.all([
      this.app.api.get<KeyList>('dashboard/keys'),
      this.app.deployment(),
    ]);
    this.keys = keys;
    this.deployment = deployment;
  };

  readonly #close = (): void => {
    this.open = null;
  };

  /** The whole key. @throws ApiError if only its hash is stored. */
  readonly #read = async (id: number): Promise<string> =>
    this.shown.get(id) ?? (await this.app.api.post<ShownKey>('dashboard/keys/show', { id })).key;

  #toggle({ id }: Key): void {
    void this.attempt(`key ${id}`, async () => {
      const shown = new Map(this.shown);
      if (!shown.delete(id)) shown.set(id, await this.#read(id));
      this.shown = shown;
    });
  }

  #copy({ id }: Key): void {
    const of = `key ${id}`;
    void this.attempt(of, async () => this.copy(of, await this.#read(id)));
  }

  /** Closes the dialog after its work, reads the keys again, and shows a new one. */
  async #finish(news: string, created?: { id: number; key: string }): Promise<void> {
    if (created) this.shown = new Map([...this.shown, [created.id, created.key]]);
    this.querySelector('dialog')?.close();
    await this.#load();
    this.app.say(news);
    await this.updateComplete;
    // The button that opened the dialog may be gone.
    this.querySelector<HTMLElement>(created ? `#key-${created.id}` : '#keys-title')?.focus();
  }

  readonly #add = this.onSubmit('add', async (fields) => {
    const key = readNewKey(fields);
    const created = await this.app.api.post<NewKey>('dashboard/keys/add', key);
    await this.#finish(WORDS.added(key.name), created);
  });

  readonly #rotate = this.onSubmit('rotate', async (fields) => {
    if (this.open?.dialog !== 'rotate') return;
    const { id, name } = this.open.key;
    const hours = Number(fields.get('grace'));
    const rotated = await this.app.api.post<RotatedKey>('dashboard/keys/rotate', { id, grace_hours: hours });
    const news = hours === 0 ? WORDS.rotatedNow(name) : WORDS.rotated(name, formatTime(rotated.old_expires_at));
    await this.#finish(news, rotated);
  });

  readonly #revoke = this.onSubmit('revoke', async () => {
    if (this.open?.dialog !== 'revoke') return;
    const { id, name } = this.open.key;
    await this.app.api.post('dashboard/keys/revoke', { id });
    await this.#finish(WORDS.revoked(name));
  });

  protected override render(): TemplateResult {
    const { keys, deployment } = this;
    return html`
      ${this.heading('api-settings')}
      ${
        keys === null || deployment === null
          ? this.placeholder(this.#load)
          : html`${this.#keys(keys)}
              <dashboard-code
                .app=${this.app}
                .keys=${keys}
                .deployment=${deployment}
                .read=${this.#read}
              ></dashboard-code>`
      }
      ${this.#dialog()}
    `;
  }

  #dialog(): TemplateResult | typeof nothing {
    const { open } = this;
    if (open === null) return nothing;
    const state = { isBusy: this.busy !== null, problem: this.problemOf(open.dialog), onClose: this.#close };
    switch (open.dialog) {
      case 'add':
        return addDialog(this.#add, state);
      case 'rotate':
        return rotateDialog(open.key, this.#rotate, state);
      case 'revoke':
        return revokeDialog(open.key, this.#revoke, state);
    }
  }

  #opener(open: Open): () => void {
    return () => {
      this.problem = null;
      this.open = open;
    };
  }

  #keys(keys: readonly Key[]): TemplateResult {
    return html`
      <section class="panel" aria-labelledby="keys-title">
        <div class="heading">
          <h2 id="keys-title" tabindex="-1">${WORDS.keys}</h2>
          <button type="button" @click=${this.#opener({ dialog: 'add' })}>${WORDS.addKey}</button>
        </div>
        <p class="soft">${keys.length === 0 ? WORDS.noKeys : WORDS.keysLead}</p>
        <ul class="keys">
          ${keys.map((key) => this.#key(key))}
        </ul>
      </section>
    `;
  }

  #key(key: Key): TemplateResult {
    const { id, name, mode, prefix, scopes, networks } = key;
    const whole = this.shown.get(id);
    const [ends, used] = [key.expires_at, key.last_used_at];
    return html`
      <li id="key-${id}" tabindex="-1" data-key=${id}>
        <h3>
          <bdi>${name}</bdi> <span class="tag" data-mode=${mode}>${mode === 'live' ? WORDS.live : WORDS.test}</span>
        </h3>
        <p class="key-line">
          <code class="key">${whole ?? `${prefix}…`}</code>
          <span class="buttons">
            <button
              type="button"
              class="small"
              aria-label=${whole === undefined ? WORDS.showKey(name) : WORDS.hideKey(name)}
              @click=${() => {
                this.#toggle(key);
              }}
            >
              ${whole === undefined ? WORDS.show : WORDS.hide}
            </button>
            <button
              type="button"
              class="small"
              aria-label=${this.copyName(`key ${id}`, WORDS.copyKey(name))}
              @click=${() => {
                this.#copy(key);
              }}
            >
              ${this.copyLabel(`key ${id}`)}
            </button>
          </span>
        </p>
        ${ends === null ? nothing : html`<p class="warning">${WORDS.endsAt(formatTime(ends))}</p>`}
        ${this.problemOf(`key ${id}`)}
        <p class="soft details">
          ${used === null ? WORDS.neverUsed : `${WORDS.lastUsed} ${formatAge(used)}`} · ${WORDS.created}
          ${formatDay(key.created_at)} · ${scopes.map((scope) => WORDS.scopes[scope]).join(', ')} · ${WORDS.from}
          ${networks.length === 0 ? WORDS.anyAddress : networks.join(', ')}
        </p>
        <p class="buttons">
          ${
            ends === null
              ? html`<button
                  type="button"
                  class="small"
                  aria-label=${WORDS.rotateKey(name)}
                  @click=${this.#opener({ dialog: 'rotate', key })}
                >
                  ${WORDS.rotate}
                </button>`
              : nothing
          }
          <button
            type="button"
            class="small danger"
            aria-label=${WORDS.revokeKey(name)}
            @click=${this.#opener({ dialog: 'revoke', key })}
          >
            ${WORDS.revoke}
          </button>
        </p>
      </li>
    `;
  }
}
