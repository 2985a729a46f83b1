import type { SettingValue } from '../../config/settings.js';

/** The people who may register: everybody (`open`), people with a code of the operator (`invite`), nobody (`closed`). */
export type Registration = SettingValue<'REGISTRATION'>;

/** The edge of a deployment. */
export interface EdgePlace {
  /** Its URL for browsers. */
  url: string;
  /** The origins of the pages that may use it. */
  origins: readonly string[];
}

/** The server and the sender of mail. */
export interface MailOptions {
  /** The SMTP server: `smtp://user:password@host:port`, or `smtps://` for TLS from the start. */
  url: string;
  /** The sender's address. */
  from: string;
}

/** A code with which one person may register. */
export interface Invitation {
  code: string;
  /** The link with the code in it. */
  link: string;
  expiresAt: Date;
}

/** People who sign in. */
export interface UsersOptions {
  /** The URL by which browsers reach the service: links in mails begin with it (`http://localhost:8080`). */
  publicUrl?: string;
  /** The origins of the dashboard, besides that of `publicUrl`. */
  origins?: readonly string[];
  /** The edge of this deployment, for the dashboard; unset: it has none. */
  edge?: EdgePlace;
  /** The people who may register (by default nobody: `closed`). */
  registration?: Registration;
  /** The server and the sender of mail. Unset: the link of each mail is a warning in the log. */
  mail?: MailOptions;
}

/** The users of a service. */
export interface Users {
  /** Makes a link, for one use within a day, that makes its opener the operator; voids the one before. */
  operatorLink: () => Promise<string>;
  /** Makes that link if there is neither an operator nor a link that works; else null. */
  firstOperatorLink: () => Promise<string | null>;
  /** Makes a code with which one person may register within a week. */
  invite: () => Promise<Invitation>;
}
