/** A rung of the ladder from ordinary traffic to refusal. */
interface Rung {
  /** The share of a quota from which it holds. */
  share: number;
  /**
   * The highest counter of its proof of work; the average is half of it, at 1 to 2 ms each. 0: the rung is only logged.
   */
  maxNumber: number;
}

/** A quota that is used up is answered with 429, after the last rung. */
const LADDER: readonly Rung[] = [
  { share: 1 / 8, maxNumber: 0 },
  { share: 1 / 4, maxNumber: 30 },
  { share: 1 / 2, maxNumber: 150 },
  { share: 3 / 4, maxNumber: 800 },
  { share: 7 / 8, maxNumber: 6000 },
];

/** The last rung. */
export const TOP = LADDER.length;
/** The first rung with a proof of work. */
const FIRST = 2;
/**
 * The highest rung for a client with a few checks, however busy others are. A person's phone solves it in about a
 * second; higher rungs would take longer than a form is held.
 */
export const TOP_FOR_PEOPLE = 3;

/** The rung at a used share of a quota; 0 in ordinary traffic. */
export const rungAt = (share: number): number => LADDER.filter((rung) => share >= rung.share).length;

/** The used share of a quota below which a token for this rung is enough. */
export const shareOf = (rung: number): number => LADDER.find((_, i) => !isEnough(rung, i + 1))?.share ?? 1;

/** The difficulty of a rung. */
export const maxNumberOf = (rung: number): number => LADDER[rung - 1]?.maxNumber ?? 0;

/** The rung of a solved proof of work, by its difficulty. */
export const rungOfWork = (maxNumber: number): number => LADDER.filter((rung) => maxNumber >= rung.maxNumber).length;

/**
 * True if a solution for one rung is enough on another. One rung below is enough: a client that solved while the share
 * rose need not solve again.
 */
export const isEnough = (solved: number, wanted: number): boolean =>
  wanted < FIRST || solved >= Math.max(FIRST, wanted - 1);
