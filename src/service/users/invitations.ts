import { sql } from 'kysely';
import { z } from 'zod';
import { timestamp } from '../../protocol/index.js';
import { Refusal } from '../../protocol/refusal.js';
import { EXAMPLE_TIME, TIME } from '../http/time-schema.js';
import { answerOf, describe } from '../http/endpoint.js';
import type { Db, Store } from '../schema.js';
import { post, type Origins } from './session-endpoint.js';
import { linkTo } from './letters.js';
import { asOperator, type SessionStore } from './sessions.js';
import { createToken, hashToken } from './tokens.js';
import type { Invitation } from './users-options.js';

/**
 * The age to which an invitation is valid, and the age at which it is removed, in days. A registration with it lasts a
 * day more.
 */
const DAYS = 7;
const REMOVED_AFTER = DAYS + 2;

const days = (count: number) => sql`${sql.lit(count)} * interval '1 day'`;

/** Makes an invitation; only the hash of its code is stored. */
export const invite = async ({ db, now }: Store, url: string): Promise<Invitation> => {
  const code = createToken();
  await sql`delete from invitations where created_at < ${now} - ${days(REMOVED_AFTER)}`.execute(db);
  const { expires_at: expiresAt } = await db
    .insertInto('invitations')
    .values({ hash: hashToken(code), created_at: now, expires_at: sql<Date>`${now} + ${days(DAYS)}` })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return { code, link: linkTo(url, 'invitation', code), expiresAt };
};

const wrongInvitation = (): Refusal =>
  new Refusal('wrong_invitation', 'This code was used already, has expired, or is not complete; ask the operator.');

/** @throws Refusal `wrong_invitation` if the code cannot be used now. */
export const checkInvitation = async ({ db, now }: Store, code: string): Promise<void> => {
  const found = await db
    .selectFrom('invitations')
    .select('hash')
    .where('hash', '=', hashToken(code))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (found === undefined) throw wrongInvitation();
};

/**
 * Uses a code up: of several registrations with it, one succeeds. It may have expired since the registration.
 * @throws Refusal `wrong_invitation` if it was used.
 */
export const useInvitation = async ({ now }: Store, db: Db, code: string): Promise<void> => {
  const { numUpdatedRows } = await db
    .updateTable('invitations')
    .set({ used_at: now })
    .where('hash', '=', hashToken(code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw wrongInvitation();
};

export const INVITATION = answerOf(
  'The invitation.',
  z.object({ code: z.string(), link: z.string().describe('the link with #invitation=CODE'), expires_at: TIME }),
  { code: 'CODE', link: 'https://verify.example/dashboard/#invitation=CODE', expires_at: EXAMPLE_TIME },
);

const invitations = describe(
  {
    summary: 'Makes an invitation',
    details: 'For the operator: one person can register with it within a week.',
    access: 'session',
    answer: INVITATION,
    problems: ['not_operator'],
  },
  post({}, async (parts: SessionStore & Origins & { url: string }, { headers, trace }) => {
    await asOperator(parts, headers, trace);
    const { code, link, expiresAt } = await invite(parts.store, parts.url);
    return Response.json({ code, link, expires_at: timestamp(expiresAt) });
  }),
);

export const INVITATION_ENDPOINTS = { invitations };
