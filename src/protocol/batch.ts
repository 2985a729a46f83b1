/** The states of a batch job: `pending` → `processing` → `completed` | `failed` | `cancelled`. */
export const BATCH_STATES = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const;
export type BatchState = (typeof BATCH_STATES)[number];

/** A bulk verification, as `POST /api/batch/upload` answers it. */
export interface BatchJob {
  id: number;
  /** The file's name, as the upload gave it. */
  name: string;
  status: BatchState;
  /** How many entries the file holds. */
  total: number;
  /** ISO 8601 with a numeric UTC offset. */
  created_at: string;
  updated_at: string;
}

const NEXT: Record<BatchState, readonly BatchState[]> = {
  pending: ['processing', 'failed', 'cancelled'],
  processing: ['completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
};

/** Whether a job may go from one state to another: a job that has ended stays as it ended. */
export const canBecome = (from: BatchState, to: BatchState): boolean => NEXT[from].includes(to);
