/** The state of the store: usable, refusing to write because its disk is nearly full, or out of reach. */
export type StoreHealth = 'ok' | 'disk full' | 'unavailable';
