/** The package of the embedded database: an optional peer, since PostgreSQL needs none. */
export const PGLITE = '@electric-sql/pglite';

/** A line for whoever has neither. */
export const PGLITE_MISSING = `the embedded database is not installed: npm install ${PGLITE}@0.5.16, or set DATABASE_URL`;
