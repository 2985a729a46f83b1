/** Rows that one query reads, and results that one transaction stores, while single checks come. */
export const SHORT_STEP = 125;
