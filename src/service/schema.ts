/** The database of the service: the tables and the migrations of its rooms. */
import type { Kysely } from 'kysely';
import { ACCOUNTS_V1, ACCOUNTS_V2 } from './accounts/migrations.js';
import type { AccountTables } from './accounts/tables.js';
import { CHECKS_V1, CHECKS_V2, CHECKS_V4 } from './checks/migrations.js';
import type { CheckTables } from './checks/tables.js';
import { CREDITS_V2, CREDITS_V4 } from './credits/migrations.js';
import type { CreditTables } from './credits/tables.js';
import { FORM_OUTCOMES_V15 } from './form-outcomes/migrations.js';
import type { FormOutcomeTables } from './form-outcomes/tables.js';
import { KEYS_V1, KEYS_V2 } from './keys/migrations.js';
import type { KeyTables } from './keys/tables.js';
import { CALLBACKS_V7 } from './lists/callbacks/migrations.js';
import type { CallbackTables } from './lists/callbacks/tables.js';
import { LISTS_V10, LISTS_V11, LISTS_V12, LISTS_V13, LISTS_V18, LISTS_V6, LISTS_V9 } from './lists/migrations.js';
import type { ListTables } from './lists/tables.js';
import { ACCURACY_V17, ACCURACY_V18 } from './mail-outcomes/accuracy/migrations.js';
import type { AccuracyTables } from './mail-outcomes/accuracy/tables.js';
import { MAIL_OUTCOMES_V14, MAIL_OUTCOMES_V17, MAIL_OUTCOMES_V19 } from './mail-outcomes/migrations.js';
import type { MailOutcomeTables } from './mail-outcomes/tables.js';
import { RULES_V16 } from './rules/migrations.js';
import type { RuleTables } from './rules/tables.js';
import { SHAPING_V8 } from './shaping/migrations.js';
import type { ShapingTables } from './shaping/tables.js';
import type { Migrations } from './store/migration-step.js';
import { open, type StoreOptions } from './store/open.js';
import type { Store as AnyStore } from './store/store.js';
import type { Inside as InsideAny } from './store/transaction.js';
import { USERS_V3, USERS_V5 } from './users/migrations.js';
import type { UserTables } from './users/tables.js';

/** All tables, of all rooms. */
export interface Tables
  extends
    AccountTables,
    KeyTables,
    CreditTables,
    CheckTables,
    UserTables,
    ListTables,
    CallbackTables,
    ShapingTables,
    MailOutcomeTables,
    FormOutcomeTables,
    RuleTables,
    AccuracyTables {}

/** A database, or a transaction in it. */
export type Db = Kysely<Tables>;

/** An open database with the current tables. */
export type Store = AnyStore<Tables>;

/** A store within a transaction. */
export type Inside = InsideAny<Tables>;

/**
 * The migrations, oldest first. Never change a released one: append another. The version in the table `schema_version` is
 * the position in this list, from 1, and the number in the names of the steps.
 */
export const MIGRATIONS: Migrations = [
  [...ACCOUNTS_V1, ...KEYS_V1, ...CHECKS_V1],
  [...CREDITS_V2, ...CHECKS_V2, ...ACCOUNTS_V2, ...KEYS_V2],
  USERS_V3,
  [...CHECKS_V4, ...CREDITS_V4],
  USERS_V5,
  LISTS_V6,
  CALLBACKS_V7,
  SHAPING_V8,
  LISTS_V9,
  LISTS_V10,
  LISTS_V11,
  LISTS_V12,
  LISTS_V13,
  MAIL_OUTCOMES_V14,
  FORM_OUTCOMES_V15,
  RULES_V16,
  [...ACCURACY_V17, ...MAIL_OUTCOMES_V17],
  [...ACCURACY_V18, ...LISTS_V18],
  MAIL_OUTCOMES_V19,
];

/**
 * Opens the store with its tables.
 * @throws StartupError if it cannot be opened.
 */
export const openStore = (options: StoreOptions): Promise<Store> => open<Tables>(options, MIGRATIONS);
