/** The known outcomes from which on a share says something. */
export const ENOUGH = 50;

/** Verdicts whose outcome is known. */
export interface Cases {
  delivered: number;
  bounced: number;
}

export const allOf = ({ delivered, bounced }: Cases): number => delivered + bounced;

/**
 * Outcomes of which more bounced than were delivered are those of an account that reports bounces alone: their shares mean
 * nothing.
 */
export const hasDeliveries = ({ delivered, bounced }: Cases): boolean => delivered >= bounced;

export const sumOf = (rows: readonly Cases[]): Cases => ({
  delivered: rows.reduce((sum, { delivered }) => sum + delivered, 0),
  bounced: rows.reduce((sum, { bounced }) => sum + bounced, 0),
});
