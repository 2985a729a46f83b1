/** The endpoints of rules: for programs and people those of the account, for the operator those of the deployment. */
import { z } from 'zod';
import { timestamp } from '../../protocol/index.js';
import { Refusal } from '../../protocol/refusal.js';
import type { Call } from '../http/call.js';
import { describe, type Access, type Endpoints } from '../http/endpoint.js';
import { queryValues, readQuery } from '../http/query.js';
import { field, numberInPath, optional, readBody, readValues } from '../http/request-fields.js';
import { storedText } from '../http/stored-text.js';
import type { TakeRate } from '../keys/rate-limit.js';
import { findAsker, type AccountAccess } from '../users/account-access.js';
import { checkOrigin } from '../users/session-endpoint.js';
import { asOperator } from '../users/sessions.js';
import { REMOVED, RULE_CHANGES, RULES, RULES_SET } from './answers.js';
import { ACTIONS } from './apply.js';
import { listChanges, type Changed } from './changes.js';
import { RULE } from './fields.js';
import { PATTERN_EXPECTED, readPattern } from './pattern.js';
import { listRules, removeRule, setRules, type NewRule } from './rules.js';
import { DEPLOYMENT } from './tables.js';

/** The parts of the service that these endpoints use. */
interface Parts extends AccountAccess {
  takeRate: TakeRate;
}

/** The list that a request is about, and who asks. */
interface Place {
  listId: number;
  by: Changed;
}
type FindPlace = (parts: Parts, call: Call) => Promise<Place>;

const ofAccount: FindPlace = async (parts, call) => {
  const { user, key } = await findAsker(parts, call);
  if (user !== null) return { listId: user.accountId, by: { changer: 'user', userId: user.userId } };
  if (key.mode === 'test') throw new Refusal('key_not_allowed', 'A test key has no rules: use a live key.');
  if (call.request.method === 'POST' && call.client.isOwn !== true) call.trace.headers = await parts.takeRate(key);
  return { listId: key.accountId, by: { changer: 'key', keyId: key.keyId } };
};

const ofDeployment: FindPlace = async (parts, { request: { headers, method }, trace }) => {
  if (method !== 'GET') checkOrigin(parts.origins, headers);
  const { userId } = await asOperator(parts, headers, trace);
  return { listId: DEPLOYMENT, by: { changer: 'user', userId } };
};

/** Rules and changes of a page. */
const PAGE = { default: 50, most: 1000 } as const;
/** Rules that one request can set, and the limit of its body, in bytes. */
const MOST_SET = 500;
const MAX_BYTES = 524_288;

const DIGITS = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number);
const BEFORE = optional(field('the next of an earlier answer', DIGITS.pipe(z.int()), 7));
const LIMIT = optional(
  field(`a whole number from 1 to ${PAGE.most} (${PAGE.default})`, DIGITS.pipe(z.int().min(1).max(PAGE.most)), 50),
);
const SEARCH = optional(
  field('a part of a pattern or a note: at most 200 characters, no control characters', storedText(0, 200), 'spam'),
);

const arrayOf = <S extends z.ZodType>(rule: S) =>
  z.strictObject({
    rules: field(
      `an array of 1 to ${MOST_SET} objects: pattern, action (${ACTIONS.join(', ')}), note and until, if it has them`,
      z.array(rule).min(1).max(MOST_SET),
      [{ pattern: '*.spam.example', action: 'deny', note: 'asked us to stop', until: '2026-12-31' } as z.input<S>],
    ),
  });
const NEW_RULES = arrayOf(RULE);
/** Each rule is read after the others, so that a refusal can name it. */
const UNREAD_RULES = arrayOf(z.unknown());

/** @throws Refusal `bad_request` that names the first wrong rule. */
const readRules = async (request: Request): Promise<NewRule[]> => {
  const { rules } = await readBody(request, UNREAD_RULES, MAX_BYTES);
  return rules.map((one, n) => {
    const { pattern: text, action, note = '', until = null } = readValues(one, RULE, `rules[${n}]`);
    const read = readPattern(text);
    if (read === null) throw new Refusal('bad_request', `rules[${n}].pattern must be ${PATTERN_EXPECTED}.`);
    return { ...read, action, note: note.trim(), until };
  });
};

const nextOf = (rows: readonly { id: number }[], limit: number): number | null =>
  rows.length > limit ? (rows[limit - 1]?.id ?? null) : null;

const noRule = (): Refusal => new Refusal('not_found', 'There is no rule with this number.');

interface Words {
  /** Ends the summaries. */
  of: string;
  details: string;
  access: Access;
  problems: readonly 'not_operator'[];
}

/** The endpoints of one list. */
const endpointsOf = (path: string, find: FindPlace, { of, details, access, problems }: Words) => {
  const LIST_QUERY = z.object({ before: BEFORE, limit: LIMIT, search: SEARCH });
  const list = describe<Parts>(
    { summary: `Lists the rules ${of}`, details, access, answer: RULES, problems },
    {
      method: 'GET',
      input: LIST_QUERY,
      async answer(parts, call) {
        const { listId } = await find(parts, call);
        const {
          before,
          limit = PAGE.default,
          search,
        } = readValues(queryValues(readQuery(call.request.url)), LIST_QUERY);
        const found = await listRules(parts.store, listId, { most: limit + 1, before, search });
        const rules = found.rules.slice(0, limit).map(({ inFile, changedAt, ...rule }) => ({
          ...rule,
          in_file: inFile,
          changed_at: timestamp(changedAt),
        }));
        return Response.json({ rules, total: found.total, next: nextOf(found.rules, limit) });
      },
    },
  );
  const set = describe<Parts>(
    {
      summary: `Sets rules ${of}`,
      details: 'A rule replaces the one with the same pattern. All of them are set, or none.',
      access,
      answer: RULES_SET,
      problems: [...problems, 'conflict'],
    },
    {
      method: 'POST',
      input: NEW_RULES,
      async answer(parts, call) {
        const { listId, by } = await find(parts, call);
        const rules = await readRules(call.request);
        const { added, changed } = await setRules(parts.store, listId, by, rules);
        const different = new Set(rules.map(({ key }) => key)).size;
        return Response.json({ added, changed, unchanged: different - added - changed });
      },
    },
  );
  const CHANGES_QUERY = z.object({ before: BEFORE, limit: LIMIT });
  const changes = describe<Parts>(
    {
      summary: `Lists the changes of the rules ${of}`,
      details: 'Who changed what when: the newest 10,000, for a year.',
      access,
      answer: RULE_CHANGES,
      problems,
    },
    {
      method: 'GET',
      input: CHANGES_QUERY,
      async answer(parts, call) {
        const { listId } = await find(parts, call);
        const { before, limit = PAGE.default } = readValues(queryValues(readQuery(call.request.url)), CHANGES_QUERY);
        const found = await listChanges(parts.store, listId, limit + 1, before);
        const shown = found.slice(0, limit).map(({ at, changer, ...change }) => ({
          ...change,
          by: changer,
          at: timestamp(at),
        }));
        return Response.json({ changes: shown, next: nextOf(found, limit) });
      },
    },
  );
  const PATH = z.object({ id: numberInPath('the number of a rule', '3') });
  const remove = describe<Parts>(
    {
      summary: `Deletes a rule ${of}`,
      access,
      path: PATH,
      answer: REMOVED,
      problems: [...problems, 'not_found', 'conflict'],
    },
    {
      method: 'DELETE',
      input: z.object({}),
      async answer(parts, call) {
        const { listId, by } = await find(parts, call);
        const read = PATH.safeParse(call.params);
        if (!read.success || !(await removeRule(parts.store, listId, by, read.data.id))) throw noRule();
        return Response.json({ deleted: true });
      },
    },
  );
  return [
    [path, list],
    [`${path}/set`, set],
    [`${path}/changes`, changes],
    [`${path}/{id}`, remove],
  ] as const;
};

/** The endpoints of rules, by path. */
export const RULE_ENDPOINTS: Endpoints<Parts> = [
  ...endpointsOf('/api/rules/deployment', ofDeployment, {
    of: 'of the deployment',
    details: 'For the operator. They count for all accounts.',
    access: 'session',
    problems: ['not_operator'],
  }),
  ...endpointsOf('/api/rules', ofAccount, {
    of: 'of the account',
    details:
      'deny makes an address invalid (denied), deny_risky makes it risky (denied_risky), allow lifts disposable, role_account and ' +
      'catch_all (allowed). In each list the most specific rule that fits counts: address, domain, nearest *.domain, mail server; ' +
      'a denial of the deployment goes first, then the rule of the account, then an allowance of the deployment.',
    access: 'account',
    problems: [],
  }),
];
