/** A text, and what should be suggested for it. */
export interface Case {
  text: string;
  meant: string | null;
}

/** The counts of a corpus. */
export interface Score {
  cases: number;
  right: number;
  wrong: number;
  missed: number;
  /** Wrong, and written without asking. */
  written: number;
}

type Suggest = (text: string) => { address: string; certain: boolean } | null;

/** Counts how often a text becomes what was meant. */
export const score = (cases: readonly Case[], suggest: Suggest): Score => {
  const counts = { cases: cases.length, right: 0, wrong: 0, missed: 0, written: 0 };
  for (const { text, meant } of cases) {
    const found = suggest(text);
    if ((found?.address ?? null) === meant) counts.right++;
    else if (found === null) counts.missed++;
    else {
      counts.wrong++;
      if (found.certain) counts.written++;
    }
  }
  return counts;
};
