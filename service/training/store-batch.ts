import type { Training } from "./open-training";
import type { ReceivedBatch } from "./receive-batch";
import type { TrainingTransaction } from "./training-state";

/**
 * Keeps the body of a batch and writes the rows that name it. When this resolves both are on disk; when it rejects no
 * row is there.
 */
export async function storeBatch<Result>(
  { state, blobLock }: Pick<Training, "state" | "blobLock">,
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
