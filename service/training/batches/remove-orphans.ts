import type { BlobStore } from "@/service/traces/store/files/blob-store";
import type { TrainingFolder } from "@/service/training/state/training-folder";
import type { TrainingState } from "@/service/training/state/training-state";
import { isBlobReferenced } from "./batches";
import type { BlobLock } from "./blob-lock";

export interface SweepContext {
  readonly state: TrainingState;
  readonly folder: TrainingFolder;
  readonly blobs: BlobStore;
  readonly blobLock: BlobLock;
}

/** Folders that are checkpoints, or that a running job reads or writes. */
async function referencedCheckpoints(state: TrainingState): Promise<ReadonlySet<string>> {
  const live = await state.selectFrom("checkpoint").select("id").where("deleted_at", "is", null).execute();
  const running = await state
    .selectFrom("job")
    .select(["checkpoint_id", "previous_checkpoint_id"])
    .where("status", "=", "running")
    .execute();
  return new Set([
    ...live.map(({ id }) => id),
    ...running.flatMap((job) => [job.checkpoint_id, job.previous_checkpoint_id].filter((id) => id !== null)),
  ]);
}

/** Deletes folders of checkpoints that were deleted, or that a job did not finish. */
export async function removeOrphanCheckpoints({
  state,
  folder,
}: Pick<SweepContext, "state" | "folder">): Promise<void> {
  // The folders are listed first, so that a folder created meanwhile by a job is not among them.
  const ids = await folder.checkpointIds();
  const wanted = await referencedCheckpoints(state);
  for (const id of ids) if (!wanted.has(id)) await folder.removeCheckpoint(id);
}

/** Deletes bodies that no batch names: of deleted models, and of requests interrupted by a crash. */
export async function removeOrphanBlobs({ state, blobs, blobLock }: SweepContext): Promise<void> {
  await blobLock.whileDeleting(async () => {
    for (const name of await blobs.names()) if (!(await isBlobReferenced(state, name))) await blobs.remove(name);
  });
}
