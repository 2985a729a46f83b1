/** Checks the addresses of a list in this process. */
import type { BulkVerifier } from '../../verifier/index.js';
import { readKeptRows, type List, type Plan } from './plan.js';
import type { Sidecar } from './sidecar.js';

/**
 * Checks the addresses without a verdict, as many at once as the verifier takes. Each verdict goes to the sidecar as it comes.
 * @throws StartupError for a fault of the file or of the sidecar; the signal's reason.
 */
export const checkHere = async (
  list: List,
  plan: Plan,
  sidecar: Sidecar,
  { verifier, signal, onProgress }: { verifier: BulkVerifier; signal: AbortSignal; onProgress: (done: number) => void },
): Promise<void> => {
  /** The rows that are being checked: each has another address. */
  const rows = new Map<string, number>();
  async function* addresses(): AsyncGenerator<string> {
    for await (const { row, email, verdictOf } of readKeptRows(list, plan, signal)) {
      if (verdictOf !== row || sidecar.has(row)) continue;
      rows.set(email, row);
      yield email;
    }
  }
  onProgress(sidecar.size);
  for await (const result of verifier.verifyMany(addresses(), { signal })) {
    const row = rows.get(result.email);
    if (row === undefined) continue;
    rows.delete(result.email);
    await sidecar.add(row, result);
    onProgress(sidecar.size);
  }
};
