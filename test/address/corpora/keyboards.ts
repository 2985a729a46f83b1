/** The rows of five keyboards from the digits down, each row half a key to the right of the one above it. */
const LAYOUTS: Record<string, readonly string[]> = {
  QWERTY: ['1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./'],
  QWERTZ: ['1234567890ß', 'qwertzuiopü+', 'asdfghjklöä', 'yxcvbnm,.-'],
  AZERTY: ['&é"\'(-è_çà)=', 'azertyuiop^$', 'qsdfghjklmù', 'wxcvbn,;:!'],
  'QWERTY (Spain)': ["1234567890'¡", 'qwertyuiop`+', 'asdfghjklñ´', 'zxcvbnm,.-'],
  Dvorak: ['1234567890[]', "',.pyfgcrl/=", 'aoeuidhtns-', ';qjkxbmwvz'],
};

/** The keys that touch a key, in each layout. Where a full stop needs Shift, it has the key of the row that holds it. */
const touching = (rows: readonly string[], key: string): string[] => {
  const row = rows.findIndex((letters) => letters.includes(key));
  if (row < 0) return [];
  const column = rows[row]!.indexOf(key);
  return [
    [row, column - 1],
    [row, column + 1],
    [row - 1, column],
    [row - 1, column + 1],
    [row + 1, column],
    [row + 1, column - 1],
  ].flatMap(([r, c]) => rows[r!]?.[c!] ?? []);
};

/**
 * All texts that one typo of the fingers makes of another: a neighbouring key, two letters swapped, one left out,
 * doubled, or a neighbour hit as well.
 */
const typosOn = (rows: readonly string[], meant: string): string[] =>
  Array.from(meant).flatMap((key, i) => {
    const [before, after, next] = [meant.slice(0, i), meant.slice(i + 1), meant[i + 1]];
    return [
      before + after,
      before + key + key + after,
      ...(next === undefined ? [] : [before + next + key + meant.slice(i + 2)]),
      ...touching(rows, key).flatMap((other) => [
        before + other + after,
        before + other + key + after,
        before + key + other + after,
      ]),
    ];
  });

/** The same on all five keyboards, each text once. White space and further @ are left to the pasted texts. */
export const typos = (meant: string): string[] => [
  ...new Set(
    Object.values(LAYOUTS)
      .flatMap((rows) => typosOn(rows, meant))
      .filter((typed) => typed !== meant),
  ),
];
