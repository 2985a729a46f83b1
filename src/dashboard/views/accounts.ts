import { html, nothing, type TemplateResult } from 'lit';
import type { Account, AccountPage, Added, Invitation, Plan } from '../answers.js';
import { dialog, dialogButtons } from '../dialog.js';
import { hint } from '../fields.js';
import { formatDay, formatNumber, formatTime } from '../format.js';
import { textOf, View } from '../view.js';
import { WORDS } from '../words/index.js';

/** The words for an account within a sentence: the address of its user; its number where there is none any more. */
const whoOf = ({ email, id }: Account): string => email ?? WORDS.accountNamed(id);

/** All accounts, for the operator. */
export class AccountsView extends View {
  static override properties = {
    accounts: { state: true },
    next: { state: true },
    invitation: { state: true },
    granting: { state: true },
  };

  /** Null: not there yet. */
  declare protected accounts: Account[] | null;
  declare protected next: AccountPage['next'];
  /** The invitation that was made last. */
  declare protected invitation: Invitation | null;
  /** The account that gets credits. */
  declare protected granting: Account | null;

  constructor() {
    super();
    this.accounts = null;
    this.next = null;
    this.invitation = null;
    this.granting = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load(this.#load);
  }

  readonly #load = async (): Promise<void> => {
    const { accounts, next } = await this.app.api.get<AccountPage>('dashboard/accounts');
    this.accounts = accounts;
    this.next = next;
  };

  readonly #older = (): void => {
    void this.attempt('older', async () => {
      const query = new URLSearchParams({ before: String(this.next) });
      const { accounts, next } = await this.app.api.get<AccountPage>(`dashboard/accounts?${query}`);
      this.accounts = [...(this.accounts ?? []), ...accounts];
      this.next = next;
    });
  };

  readonly #invite = (): void => {
    void this.attempt('invite', async () => {
      this.invitation = await this.app.api.post<Invitation>('auth/invitations');
      await this.updateComplete;
      this.querySelector<HTMLInputElement>('#invitation-link')?.select();
    });
  };

  readonly #copy = (): void => {
    void this.attempt('invite', () => this.copy('invite', this.invitation?.link ?? ''));
  };

  readonly #grant = this.onSubmit('grant', async (fields) => {
    if (this.granting === null) return;
    const [expires_at, reference] = [textOf(fields, 'expires'), textOf(fields, 'reference')];
    const count = Number(fields.get('count'));
    const { added } = await this.app.api.post<Added>('dashboard/accounts/credits', {
      account: this.granting.id,
      count,
      source: fields.get('source') === 'purchase' ? 'purchase' : 'grant',
      ...(expires_at && { expires_at }),
      ...(reference && { reference }),
    });
    this.querySelector('dialog')?.close();
    await this.#load();
    this.app.say(added ? WORDS.granted(count) : WORDS.grantedBefore);
  });

  #setPlan(account: Account, event: Event): void {
    const plan = (event.target as HTMLSelectElement).value as Plan;
    void this.attempt(`plan ${account.id}`, async () => {
      await this.app.api.post('dashboard/accounts/plan', { account: account.id, plan });
      this.accounts = (this.accounts ?? []).map((one) => (one.id === account.id ? { ...one, plan } : one));
      this.app.say(WORDS.planSet(account.email ?? WORDS.accountNumber(account.id), WORDS.plans[plan]));
    });
  }

  protected override render(): TemplateResult {
    const { accounts } = this;
    return html`
      ${this.heading('accounts')} ${this.#invitationPanel()}
      <section class="panel">
        <h2>${WORDS.accountsTitle}</h2>
        ${accounts === null ? this.placeholder(this.#load) : this.#list(accounts)} ${this.problemOf('older')}
        ${
          this.next === null
            ? nothing
            : html`<p><button type="button" @click=${this.#older}>${WORDS.older}</button></p>`
        }
      </section>
      ${this.granting === null ? nothing : this.#grantDialog(this.granting)}
    `;
  }

  #invitationPanel(): TemplateResult {
    const { invitation } = this;
    return html`<section class="panel">
      <h2>${WORDS.invite}</h2>
      <p class="soft">${this.app.registration === 'closed' ? WORDS.invitationsClosed : WORDS.inviteLead}</p>
      <p><button type="button" @click=${this.#invite}>${WORDS.makeInvitation}</button></p>
      ${this.problemOf('invite')}
      ${
        invitation === null
          ? nothing
          : html`<div class="field">
              <label for="invitation-link">${WORDS.invitation}</label>
              <div class="with-button">
                <input id="invitation-link" readonly .value=${invitation.link} aria-describedby="invitation-hint" />
                <button type="button" @click=${this.#copy}>${this.copyLabel('invite')}</button>
              </div>
              ${hint('invitation-hint', WORDS.invitationUntil(formatTime(invitation.expires_at)))}
            </div>`
      }
    </section>`;
  }

  #list(accounts: readonly Account[]): TemplateResult {
    if (accounts.length === 0) return html`<p class="soft">${WORDS.noAccounts}</p>`;
    return html`<ul class="rows">
      ${accounts.map((account) => this.#account(account))}
    </ul>`;
  }

  #account(account: Account): TemplateResult {
    const { id, email, plan, credits, created_at: since } = account;
    return html`<li data-account=${id}>
      <span>
        ${email === null ? html`<b>${WORDS.noUser}</b>` : html`<b class="address">${email}</b>`}
        <span class="soft"
          >${WORDS.accountNumber(id)}, ${WORDS.since(formatDay(since))} ·
          ${WORDS.creditsOf(formatNumber(credits.free), formatNumber(credits.bought))}</span
        >
        ${this.problemOf(`plan ${id}`)}
      </span>
      <span class="buttons">
        <select
          aria-label=${WORDS.planOf(whoOf(account))}
          @change=${(event: Event) => {
            this.#setPlan(account, event);
          }}
        >
          ${Object.entries(WORDS.plans).map(
            ([value, words]) => html`<option value=${value} ?selected=${value === plan}>${words}</option>`,
          )}
        </select>
        <button
          type="button"
          aria-label=${WORDS.grantTo(whoOf(account))}
          @click=${() => {
            this.problem = null;
            this.granting = account;
          }}
        >
          ${WORDS.grant}
        </button>
      </span>
    </li>`;
  }

  #grantDialog(account: Account): TemplateResult {
    return dialog(
      WORDS.grantTo(whoOf(account)),
      html`<form @submit=${this.#grant}>
        <div class="field">
          <label for="count">${WORDS.count}</label>
          <input id="count" name="count" type="number" required min="1" max="999999999" step="1" value="1000" />
        </div>
        <fieldset class="row">
          <legend>${WORDS.source}</legend>
          <label class="choice"
            ><input type="radio" name="source" value="grant" checked /> <span>${WORDS.sources.grant}</span></label
          >
          <label class="choice"
            ><input type="radio" name="source" value="purchase" /> <span>${WORDS.sources.purchase}</span></label
          >
        </fieldset>
        <div class="field">
          <label for="expires">${WORDS.expires}</label>
          <input id="expires" name="expires" type="date" aria-describedby="expires-hint" />
          ${hint('expires-hint', WORDS.expiresHint)}
        </div>
        <div class="field">
          <label for="reference">${WORDS.reference}</label>
          <input id="reference" name="reference" maxlength="200" autocomplete="off" aria-describedby="reference-hint" />
          ${hint('reference-hint', WORDS.referenceHint)}
        </div>
        ${this.problemOf('grant')} ${dialogButtons(WORDS.grant, this.busy !== null)}
      </form>`,
      () => {
        this.granting = null;
      },
    );
  }
}
