/** All texts that one edit makes of another: a letter inserted, left out or replaced, or two neighbours swapped. */
export const edits = (text: string, letters: string): string[] => [
  ...new Set(
    Array.from({ length: text.length + 1 }, (_, i) => [text.slice(0, i), text.slice(i)] as const).flatMap(([a, b]) => [
      a + b.slice(1),
      a + b.charAt(1) + b.charAt(0) + b.slice(2),
      ...Array.from(letters).flatMap((letter) => [a + letter + b, a + letter + b.slice(1)]),
    ]),
  ),
];
