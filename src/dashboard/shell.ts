import { html, nothing, type TemplateResult } from 'lit';
import type { Session } from './answers.js';
import { PAGES, type View } from './route.js';
import { WORDS } from './words/index.js';

/** The frame around a page. */
interface Shell {
  /** Null: nobody is signed in, or the page is a door. */
  user: Session['user'] | null;
  view: View | null;
  isMenuOpen: boolean;
  onMenu: () => void;
  onSignOut: () => Promise<void>;
}

const brand = html`<a class="brand" href="#overview"
  ><img src="../icon.svg" alt="" width="28" height="28" />${WORDS.product}</a
>`;

/** Goes to the content. A link would change the fragment, which is the page's. */
const skip = (): void => {
  document.querySelector<HTMLElement>('main h1')?.focus();
};

const navigation = ({ user, view, onSignOut }: Shell & { user: Session['user'] }): TemplateResult => html`
  <nav id="pages" aria-label=${WORDS.navigation}>
    <ul>
      ${PAGES.filter((page) => page !== 'accounts' || user.role === 'operator').map(
        (page) =>
          html`<li>
            <a href="#${page}" aria-current=${page === view ? 'page' : nothing}>${WORDS.titles[page]}</a>
          </li>`,
      )}
    </ul>
    <div class="who">
      <p>
        <span class="soft">${WORDS.signedInAs}</span> <span class="address">${user.email}</span>
        ${user.role === 'operator' ? html`<span class="tag">${WORDS.operatorRole}</span>` : nothing}
      </p>
      <button type="button" @click=${onSignOut}>${WORDS.signOut}</button>
    </div>
  </nav>
`;

/** The page in its frame: with the navigation for people who are signed in, else a card. */
export const shell = (content: TemplateResult, frame: Shell): TemplateResult => {
  const { user, isMenuOpen, onMenu } = frame;
  if (user === null)
    return html`<div class="door">
      <header>${brand}</header>
      <main>${content}</main>
    </div>`;
  return html`
    <div class="frame" ?data-menu=${isMenuOpen}>
      <header>
        <button type="button" class="skip" @click=${skip}>${WORDS.skip}</button>
        ${brand}
        <button type="button" class="menu" aria-expanded=${isMenuOpen} aria-controls="pages" @click=${onMenu}>
          ${WORDS.menu}
        </button>
      </header>
      ${navigation({ ...frame, user })}
      <main>${content}</main>
    </div>
  `;
};
