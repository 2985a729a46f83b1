/** The places of the dashboard, in the fragment of its URL: one file serves them all. */

/** The pages of people who are signed in, in the order of the navigation. */
export const PAGES = [
  'overview',
  'form',
  'api-settings',
  'check',
  'lists',
  'rules',
  'accuracy',
  'account',
  'accounts',
] as const;
export type Page = (typeof PAGES)[number];

/** The pages for everybody. */
const DOORS = ['sign-in', 'register', 'forgot-password'] as const;
export type Door = (typeof DOORS)[number];

/** The pages that a link with a token leads to: those of mails, the operator's first link, and invitations. */
const LINKS = ['confirm', 'reset', 'address', 'operator', 'invitation'] as const;
export type Link = (typeof LINKS)[number];

export type View = Page | Door | Link;

/** A place. */
export interface Route {
  view: View;
  /** Set for links only; null: the fragment had none. */
  token: string | null;
  /** The list that is shown; undefined: all of them, and for all other places. */
  list?: number;
}

const isIn = <T extends string>(words: readonly T[], word: string): word is T => words.includes(word as T);

export const isPage = (view: View): view is Page => isIn(PAGES, view);
export const isDoor = (view: View): view is Door => isIn(DOORS, view);

/** The fragment of a URL for a place, without a token: `#overview` or `#lists=7`. */
export const fragmentOf = ({ view, list }: Pick<Route, 'view' | 'list'>): string =>
  list === undefined ? `#${view}` : `#${view}=${list}`;

/**
 * Reads the fragment of a URL, such as `#overview`, `#lists=7` or `#confirm=TOKEN`.
 * @returns null if it names no place.
 */
export const readRoute = (hash: string): Route | null => {
  const [, view = '', token = ''] = /^#([a-z-]+)(?:=(.*))?$/.exec(hash) ?? [];
  if (isIn(LINKS, view)) return { view, token: token || null };
  if (view === 'lists' && /^[1-9]\d{0,14}$/.test(token)) return { view, token: null, list: Number(token) };
  return token === '' && (isIn(PAGES, view) || isIn(DOORS, view)) ? { view, token: null } : null;
};

/** The user of a session, as far as places depend on it. */
interface User {
  role: 'user' | 'operator';
}

/**
 * The place to show: pages and the link of a new address need a user, the operator's an operator, and who is signed in needs
 * no door.
 * @param wanted the place of the URL; null: none.
 */
export const allowedRoute = (wanted: Route | null, user: User | null): Route => {
  const home: Route = { view: user ? 'overview' : 'sign-in', token: null };
  if (wanted === null) return home;
  if (isPage(wanted.view)) {
    if (user === null) return home;
    return wanted.view === 'accounts' && user.role !== 'operator' ? home : wanted;
  }
  if (user === null) return wanted.view === 'address' && wanted.token !== null ? home : wanted;
  return isDoor(wanted.view) ? home : wanted;
};
