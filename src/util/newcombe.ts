/** A share: `of` out of `all`. */
export interface Share {
  of: number;
  all: number;
}

/** A difference of two shares, with the bounds of its 95 % confidence interval: from -1 to 1. */
export interface Difference {
  difference: number;
  low: number;
  high: number;
}

/** The standard normal deviate of a 95 % interval. */
const Z = 1.959963984540054;

/**
 * Wilson's score interval of a share at 95 %, without continuity correction: method 3 in R. G. Newcombe, Two-sided
 * confidence intervals for the single proportion, Statistics in Medicine 17 (1998), 857-872. `all` must be above 0.
 */
export const wilson = ({ of, all }: Share): { low: number; high: number } => {
  const centre = 2 * of + Z * Z;
  const width = Z * Math.sqrt(Z * Z + 4 * of * (1 - of / all));
  const scale = 2 * (all + Z * Z);
  return { low: (centre - width) / scale, high: (centre + width) / scale };
};

/**
 * The difference of two independent shares, with its 95 % interval by Newcombe's hybrid score method: R. G. Newcombe,
 * Interval estimation for the difference between independent proportions, Statistics in Medicine 17 (1998), 873-890,
 * method 10.
 * @returns null if a share is of nothing.
 */
export const differenceOf = (one: Share, other: Share): Difference | null => {
  if (one.all <= 0 || other.all <= 0) return null;
  const [p, q] = [one.of / one.all, other.of / other.all];
  const [a, b] = [wilson(one), wilson(other)];
  const difference = p - q;
  return {
    difference,
    low: difference - Math.hypot(p - a.low, b.high - q),
    high: difference + Math.hypot(a.high - p, q - b.low),
  };
};
