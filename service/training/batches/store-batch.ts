import type { Mutex } from "@/lib/sqlite/mutex";
import type { TrainingState, TrainingTransaction } from "@/service/training/state/training-state";
import type { ReceivedBatch } from "./receive-batch";

interface BatchPlaces {
  readonly state: TrainingState;
  /** Held while a blob is kept until a row names it. */
  readonly blobLock: Mutex;
}

/**
 * Stores the body of a batch and the rows that name it. When this resolves both are on disk; when it rejects no row
 * exists.
 */
export async function storeBatch<Result>(
  { state, blobLock }: BatchPlaces,
  { blob }: ReceivedBatch,
  write: (transaction: TrainingTransaction) => Promise<Result>,
): Promise<Result> {
  await blobLock.lock();
  try {
    await blob.keep();
    return await state.transaction().execute(write);
  } finally {
    blobLock.unlock();
  }
}
