import type { Transaction } from 'kysely';

/** A step of a migration: a statement, or a function where SQL alone cannot compute what is stored. */
export type MigrationStep = string | ((db: Transaction<unknown>) => Promise<void>);

/** The migrations, oldest first: the version of the tables is the number of those that ran. */
export type Migrations = readonly (readonly MigrationStep[])[];
