/** The package of the embedded database: an optional peer, since PostgreSQL needs none. */
const PGLITE = '@electric-sql/pglite';

/** Two ways on. Both packages are named: under `npx`, neither is installed in the folder. */
export const PGLITE_WAYS_ON = `npm install email-verify-element ${PGLITE}@0.5.16, or set DATABASE_URL to a PostgreSQL`;

/** A line for whoever has neither. */
export const PGLITE_MISSING = `the embedded database is not installed: ${PGLITE_WAYS_ON}`;

/** True if the package is installed where this program finds it. */
export const isPGliteInstalled = (): boolean => {
  try {
    import.meta.resolve(PGLITE);
    return true;
  } catch {
    return false;
  }
};
