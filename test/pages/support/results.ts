import type { Variant } from '../sites.js';

type Count = Record<Variant, { passed: number; all: number }>;

/** Counts the stories of each library. */
export class Results {
  readonly #counts = new Map<string, Count>();

  /** Runs a story, and counts it. */
  async of(library: string, variant: Variant, story: () => Promise<void>): Promise<void> {
    let count = this.#counts.get(library);
    if (!count) this.#counts.set(library, (count = { script: { passed: 0, all: 0 }, npm: { passed: 0, all: 0 } }));
    count[variant].all++;
    await story();
    count[variant].passed++;
  }

  /** The table of library by stories passed. */
  table(): string {
    const cell = ({ passed, all }: Count[Variant]): string => `${passed}/${all}`.padStart(11);
    const rows = [...this.#counts].map(
      ([library, { script, npm }]) => `${library.padEnd(24)}${cell(script)}${cell(npm)}`,
    );
    return [`${'stories passed'.padEnd(24)}${'script tag'.padStart(11)}${'npm'.padStart(11)}`, ...rows.sort()].join(
      '\n',
    );
  }
}
