import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { Deployment, Registration, Session, Settings } from './answers.js';
import { createApi, type Api } from './api.js';
import { isSignedOut } from './api-error.js';
import { allowedRoute, fragmentOf, isPage, readRoute, type Route, type View as ViewName } from './route.js';
import { shell } from './shell.js';
import type { App, View } from './view.js';
import { pageOf } from './views/index.js';
import { WORDS } from './words/index.js';

/** The dashboard: knows who is signed in, and shows the page of the URL's fragment. */
export class DashboardApp extends LitElement implements App {
  static override properties = {
    session: { state: true },
    route: { state: true },
    notice: { state: true },
    said: { state: true },
    failure: { state: true },
    isMenuOpen: { state: true },
  };

  declare session: Session | null;
  /** Null: not known yet. */
  declare protected route: Route | null;
  /** News from the page before. */
  declare protected notice: string | null;
  /** The text of the live region. */
  declare protected said: string;
  /** Why the dashboard cannot start. */
  declare protected failure: string | null;
  declare protected isMenuOpen: boolean;

  registration: Registration = 'closed';
  readonly api: Api;
  /** Counts visits: a response to a call of an earlier one tells nothing of the session. */
  #visit = 0;
  /** True while the session is being ended: a response tells nothing of it either. */
  #isLeaving = false;
  /** The page that was wanted before the sign-in. */
  #wanted: Route | null = null;
  #deployment: Promise<Deployment> | null = null;

  constructor() {
    super();
    this.session = null;
    this.route = null;
    this.notice = null;
    this.said = '';
    this.failure = null;
    this.isMenuOpen = false;
    const base = new URL('../api/', document.baseURI).href;
    const onSignedOut = (visit: number): void => {
      if (this.session !== null && this.#isCurrent(visit)) this.#end();
    };
    this.api = createApi(base, () => this.#visit, onSignedOut);
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('hashchange', this.#onHashChange);
    this.#onHashChange();
    void this.#start();
  }

  override disconnectedCallback(): void {
    removeEventListener('hashchange', this.#onHashChange);
    super.disconnectedCallback();
  }

  go(view: ViewName, notice?: string, list?: number): void {
    this.notice = notice ?? null;
    if (notice !== undefined) this.say(notice);
    const route: Route = { view, token: null, ...(list !== undefined && { list }) };
    history.pushState(null, '', fragmentOf(route));
    this.#show(route);
  }

  say(text: string): void {
    // The same words twice are news again.
    this.said = this.said === text ? `${text}\u00a0` : text;
  }

  async refresh(): Promise<void> {
    this.#deployment = null;
    const visit = this.#visit;
    let session: Session | null = null;
    try {
      session = await this.api.get<Session>('auth/session');
    } catch (error) {
      if (!isSignedOut(error)) throw error;
    }
    if (this.#isCurrent(visit)) this.session = session;
  }

  enter(): void {
    this.notice = null;
    const route = allowedRoute(this.#wanted, this.session?.user ?? null);
    history.pushState(null, '', fragmentOf(route));
    this.#show(route);
  }

  deployment(): Promise<Deployment> {
    return (this.#deployment ??= this.api.get<Deployment>('dashboard/deployment').catch((error: unknown) => {
      this.#deployment = null;
      throw error;
    }));
  }

  #isCurrent(visit: number): boolean {
    return visit === this.#visit && !this.#isLeaving;
  }

  /** Takes a token out of the URL, which is kept in the browser's history, at once. */
  readonly #onHashChange = (): void => {
    const route = readRoute(location.hash);
    if (route?.token != null) history.replaceState(null, '', fragmentOf(route));
    this.notice = null;
    this.#wanted = route;
    if (this.route !== null) this.#show(route);
  };

  async #start(): Promise<void> {
    this.failure = null;
    const wanted = this.#wanted;
    try {
      const [settings] = await Promise.all([this.api.get<Settings>('auth/settings'), this.refresh()]);
      this.registration = settings.registration;
      this.#show(wanted, false);
    } catch (error) {
      this.failure = (error as Error).message;
    }
  }

  /** Starts again. The pressed button is gone meanwhile: the focus comes back to it, or goes on to the page. */
  async #startAgain(): Promise<void> {
    await this.#start();
    await this.updateComplete;
    if (this.failure === null) await this.#focusHeading();
    else this.querySelector<HTMLElement>('.try-again')?.focus();
  }

  /** @param isNews false at the start: the browser reads out the page by itself then. */
  #show(wanted: Route | null, isNews = true): void {
    const route = allowedRoute(wanted, this.session?.user ?? null);
    this.#wanted = route.view === wanted?.view ? null : wanted;
    const { route: shown } = this;
    const isSame = shown?.view === route.view && shown.token === route.token && shown.list === route.list;
    this.route = route;
    this.isMenuOpen = false;
    // Another page's news is old here.
    if (!isSame && this.notice === null) this.said = '';
    if (wanted?.view === 'address' && route.view === 'sign-in') this.notice = WORDS.addressSignIn;
    if (location.hash !== fragmentOf(route)) history.replaceState(null, '', fragmentOf(route));
    document.title = WORDS.documentTitle(route.view);
    if (isNews && !isSame) void this.#focusHeading();
  }

  async #focusHeading(): Promise<void> {
    await this.updateComplete;
    const view = this.querySelector<View>('main > .view');
    await view?.updateComplete;
    window.scrollTo(0, 0);
    view?.querySelector('h1')?.focus({ preventScroll: true });
  }

  /** Ends what a session that is over has shown. */
  #end(): void {
    this.#visit++;
    const wanted = this.route;
    this.session = null;
    this.go('sign-in', WORDS.sessionOver);
    this.#wanted = wanted;
  }

  readonly #signOut = async (): Promise<void> => {
    this.#isLeaving = true;
    try {
      await this.api.post('auth/sign-out');
      this.#visit++;
      this.session = null;
      this.go('sign-in');
    } catch (error) {
      this.notice = (error as Error).message;
      this.say(this.notice);
    } finally {
      this.#isLeaving = false;
    }
  };

  readonly #toggleMenu = (): void => {
    this.isMenuOpen = !this.isMenuOpen;
  };

  protected override render(): TemplateResult {
    const { route, session, notice, failure } = this;
    const content = route
      ? html`${notice === null ? nothing : html`<p class="notice">${notice}</p>`} ${pageOf(route, this)}`
      : failure === null
        ? html`<p class="soft">${WORDS.loading}</p>`
        : html`<p class="problem">${failure}</p>
            <p>
              <button type="button" class="try-again" @click=${() => void this.#startAgain()}>${WORDS.tryAgain}</button>
            </p>`;
    return html`
      ${shell(content, {
        user: session && route && isPage(route.view) ? session.user : null,
        view: route?.view ?? null,
        isMenuOpen: this.isMenuOpen,
        onMenu: this.#toggleMenu,
        onSignOut: this.#signOut,
      })}
      <div role="status" class="visually-hidden">${this.said}</div>
    `;
  }
}
