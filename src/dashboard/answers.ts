/**
 * The answers of the service to its own dashboard, as the service's schemas have them. Both are of one build, so that
 * their form is not checked again.
 */
import type { ACCOUNTS, ADDED } from '../service/dashboard/accounts.js';
import type { ROTATED as ROTATED_SECRET, SHOWN as SHOWN_SECRET, TESTED } from '../service/dashboard/callbacks.js';
import type { CHECKED } from '../service/dashboard/check.js';
import type { ENTRIES } from '../service/dashboard/credits.js';
import type { DEPLOYMENT } from '../service/dashboard/deployment.js';
import type { KEYS, MADE, ROTATED as ROTATED_KEY, SHOWN as SHOWN_KEY } from '../service/dashboard/keys.js';
import type { OVERVIEW } from '../service/dashboard/overview.js';
import type { SOURCES } from '../service/dashboard/sources.js';
import type { FORM_TOTALS } from '../service/form-outcomes/endpoints.js';
import type { BodyOf } from '../service/http/endpoint.js';
import type { CALLBACKS } from '../service/lists/callbacks/endpoints.js';
import type { WATCHED } from '../service/lists/results/events.js';
import type { RESULTS } from '../service/lists/results/results.js';
import type { FOUND } from '../service/lists/results/search.js';
import type { LISTED, SHOWN as SHOWN_LIST } from '../service/lists/results/show-lists.js';
import type { ACCEPTED, TRIED } from '../service/lists/upload/endpoint.js';
import type { RULE_CHANGES, RULES, RULES_SET } from '../service/rules/answers.js';
import type { BOUNCES_COUNTED } from '../service/bounce-files/endpoint.js';
import type { ACCURACY } from '../service/accuracy/endpoints.js';
import type { MADE_SOURCE } from '../service/mail-outcomes/source-endpoints.js';
import type { INVITATION } from '../service/users/invitations.js';
import type { SETTINGS } from '../service/users/registering.js';
import type { SESSION, SESSIONS } from '../service/users/sessions.js';

export type Settings = BodyOf<typeof SETTINGS>;
export type Registration = Settings['registration'];

export type Session = BodyOf<typeof SESSION>;
export type SessionList = BodyOf<typeof SESSIONS>;

export type Overview = BodyOf<typeof OVERVIEW>;
export type Plan = Overview['plan'];
/** The checks of a day (UTC, `2026-01-31`) by verdict. */
export type Day = Overview['days'][number];

/** A page of the history of credits; `next` is the `before` of the one after, or null. */
export type CreditPage = BodyOf<typeof ENTRIES>;
export type CreditEntry = CreditPage['entries'][number];

/** Outcomes of forms on some days together: a row for each origin, form and group. */
export type Forms = BodyOf<typeof FORM_TOTALS>;

export type KeyList = BodyOf<typeof KEYS>;
export type Key = KeyList['keys'][number];
export type KeyMode = Key['mode'];
export type Scope = Key['scopes'][number];
export type NewKey = BodyOf<typeof MADE>;
export type ShownKey = BodyOf<typeof SHOWN_KEY>;
export type RotatedKey = BodyOf<typeof ROTATED_KEY>;

export type Deployment = BodyOf<typeof DEPLOYMENT>;

export type Checked = BodyOf<typeof CHECKED>;
/** A code, its effect on the score (a deduction in hundredths, or the status that sets the score) and its meaning. */
export type ScoreLine = Checked['explanation']['score'][number];

export type AccountPage = BodyOf<typeof ACCOUNTS>;
export type Account = AccountPage['accounts'][number];
/** False: there were credits with this reference before. */
export type Added = BodyOf<typeof ADDED>;
export type Invitation = BodyOf<typeof INVITATION>;

export type ListPage = BodyOf<typeof LISTED>;
/** A page, its size, and the entries on all pages. */
export type PageNumbers = Pick<ListPage, 'page' | 'limit' | 'total'>;
export type ShownList = BodyOf<typeof SHOWN_LIST>;
/** A list with its progress. */
export type List = ShownList['data'];
export type ListStatus = List['status'];
/** A list as its events show it: `rate` in rows a second; null: not known yet. */
export type ListProgress = BodyOf<typeof WATCHED>;
export type AcceptedList = BodyOf<typeof ACCEPTED>;
/** The answer to an upload with `dry_run`. */
export type Trial = BodyOf<typeof TRIED>;

/** A page of rows. Its numbers are optional in the schema, since they are in the answer only if a page was asked for. */
export type RowPage = BodyOf<typeof RESULTS> & PageNumbers;
/** A row of a list. Without a result, the fields of the result are null. */
export type ListRow = RowPage['data'][number];
/** Rows in which an address was found; `next` is the `after` of the request that goes on, or null. */
export type FoundRows = BodyOf<typeof FOUND>;

/** A page of rules; `next` is the `before` of the one after, or null. */
export type RulePage = BodyOf<typeof RULES>;
export type Rule = RulePage['rules'][number];
export type RuleAction = Rule['action'];
export type RulesSet = BodyOf<typeof RULES_SET>;
export type RuleChangePage = BodyOf<typeof RULE_CHANGES>;
export type RuleChange = RuleChangePage['changes'][number];

/** The verdicts, compared with what became of mail. */
export type Accuracy = BodyOf<typeof ACCURACY>;
/** A share in per cent, with its 95 % interval. */
export type Percent = NonNullable<Accuracy['statuses'][number]['bounce_percent']>;

/** The sources of outcomes, and the providers that one can be made for. */
export type SourceList = BodyOf<typeof SOURCES>;
export type MailSource = SourceList['sources'][number];
/** The counts of a file of outcomes. */
export type BouncesCounted = BodyOf<typeof BOUNCES_COUNTED>;
export type MadeSource = BodyOf<typeof MADE_SOURCE>;

export type CallbackList = BodyOf<typeof CALLBACKS>;
export type Callback = CallbackList['callbacks'][number];
/** One attempt to send a callback. Without a status there was no answer; without a reason either, it runs. */
export type CallbackAttempt = Callback['attempts'][number];
export type CallbackSecret = BodyOf<typeof SHOWN_SECRET>;
export type RotatedCallbackSecret = BodyOf<typeof ROTATED_SECRET>;
/** The end of a test of a receiver of callbacks. */
export type CallbackTest = BodyOf<typeof TESTED>;
