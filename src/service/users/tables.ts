import type { Generated } from 'kysely';

/** The roles of a person: an operator runs the deployment. */
export const ROLES = ['user', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** The people who can sign in. Their address is confirmed: a registration becomes a row here only then. */
export interface UsersTable {
  id: string;
  /** In lower case, the domain in ASCII. */
  email: string;
  /** The mailbox behind the address: one user each. Null for a user of before, if an earlier one has the same. */
  mailbox: Generated<string | null>;
  email_verified: Generated<boolean>;
  /** Always empty: better-auth wants one. */
  name: Generated<string>;
  image: Generated<string | null>;
  role: Generated<Role>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** Sessions of browsers. The cookie is the token with a signature: the token alone, as it stands here, signs nobody in. */
export interface SessionsTable {
  id: string;
  user_id: string;
  token: string;
  expires_at: Date;
  ip_address: string | null;
  user_agent: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** The password of each user, in the shape that better-auth has for all kinds of credentials. */
export interface CredentialsTable {
  id: string;
  user_id: string;
  /** The user's id again. */
  account_id: string;
  provider_id: 'credential';
  /** Salt and scrypt hash. */
  password: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** Links that were sent and not yet used, by the hash of their token. */
export interface VerificationsTable {
  id: string;
  /** The purpose of the link, a colon, and the token's hash. */
  identifier: string;
  /** JSON: what the link will do. */
  value: string;
  /** The user whom the link concerns; null if there is none yet. */
  user_id: string | null;
  /** Attempts with a password at this link. */
  tries: Generated<number>;
  expires_at: Date;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** Codes with which one person each may register. */
export interface InvitationsTable {
  hash: Buffer;
  expires_at: Date;
  used_at: Generated<Date | null>;
  created_at: Generated<Date>;
}

/** Counters of the limits, each a theoretical arrival time (GCRA). */
export interface AttemptsTable {
  /** Keyed hash of the limit's name and of what it counts. */
  key: Buffer;
  arrival: Date;
}

export interface UserTables {
  users: UsersTable;
  sessions: SessionsTable;
  credentials: CredentialsTable;
  verifications: VerificationsTable;
  invitations: InvitationsTable;
  attempts: AttemptsTable;
}
