import { HOURS, type Purpose } from './tokens.js';

/** A mail, without its recipient. */
export interface Letter {
  /** The kind of mail, for the log. */
  kind: string;
  subject: string;
  text: string;
  /** The link in it that works once; null if there is none. */
  link: string | null;
}

/** The URL of a link: the token is in the fragment, which reaches no server's log and no Referer header. */
export const linkTo = (url: string, purpose: Purpose | 'invitation', token: string): string =>
  `${url}/dashboard/#${purpose}=${token}`;

const hours = (purpose: Purpose): string => (HOURS[purpose] === 1 ? 'one hour' : `${HOURS[purpose]} hours`);

const withLink = (purpose: Purpose, subject: string, reason: string, action: string, otherwise: string) => {
  return (url: string, token: string): Letter => {
    const link = linkTo(url, purpose, token);
    const text = `${reason} ${url}

${action}, open this link. It works once, for ${hours(purpose)}:

${link}

If it was not you: ${otherwise}
`;
    return { kind: purpose, subject, text, link };
  };
};

const notice =
  (kind: string, subject: string, reason: string, more: string) =>
  (url: string): Letter => ({ kind, subject, text: `${reason} ${url}\n\n${more}\n`, link: null });

/** The mails to users. */
export const LETTERS = {
  confirm: withLink(
    'confirm',
    'Confirm your address',
    'This address was registered at',
    'To confirm that it is yours, and to finish the registration with the password that was chosen then',
    'do nothing. No account is made then.',
  ),
  exists: notice(
    'exists',
    'You already have an account',
    'This address was registered once more at',
    `Its mailbox already has an account: sign in with the address of that account. If you forgot the password, ask for a new
one there.

If it was not you: do nothing. Nothing was changed.`,
  ),
  reset: withLink(
    'reset',
    'Set a new password',
    'A new password was asked for at',
    'To set it',
    'do nothing. Your password stays as it is.',
  ),
  address: withLink(
    'address',
    'Confirm your new address',
    'This address was entered as the new one of an account at',
    'To confirm that it is yours, while you are signed in to that account',
    'do nothing. Nothing is changed then.',
  ),
  passwordChanged: notice(
    'password-changed',
    'Your password was changed',
    'The password of your account was changed at',
    'All other sessions were ended. If it was not you: ask for a new password there at once.',
  ),
  addressChanged: notice(
    'address-changed',
    'Your address was changed',
    'Your account has another address now at',
    'This address is no longer used. If it was not you: write to the operator of that site at once.',
  ),
} as const;
