import type { TrainingState, TrainingTransaction } from "@/service/training/state/training-state";
import type { BlobLock } from "./blob-lock";
import type { ReceivedBatch } from "./receive-batch";

interface BatchPlaces {
  readonly state: TrainingState;
  readonly blobLock: BlobLock;
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
  return await blobLock.whileStoring(async () => {
    await blob.keep();
    return await state.transaction().execute(write);
  });
}
