import { createHash } from "node:crypto";
import type { TrainerJob } from "@/lib/training/trainer-protocol";
import type { BlobStore, LocalBlob } from "@/service/traces/store/files/blob-store";
import { findBatch } from "@/service/training/batches/batches";
import { MAX_SIGNAL_BYTES } from "@/service/training/state/token-signals-file";
import type { TrainingFolder } from "@/service/training/state/training-folder";
import type { StoredJob, TrainingState } from "@/service/training/state/training-state";

interface JobSources {
  readonly state: TrainingState;
  readonly folder: TrainingFolder;
  readonly blobs: BlobStore;
}

/** Returns the trainer's input. Remote files are fetched first, since a trainer reads local files. */
export async function describeJob(
  { state, folder, blobs }: JobSources,
  job: StoredJob,
  checkpointId: string,
): Promise<{ readonly description: TrainerJob; readonly payload: LocalBlob }> {
  const model = await state
    .selectFrom("model")
    .select(["id", "entity", "project", "name", "base_model"])
    .where("id", "=", job.model_id)
    .executeTakeFirstOrThrow();
  const batch = await findBatch(state, job.batch_id);
  if (!batch || job.step === null) throw new Error(`Job ${job.id} has no data to train on.`);
  const previous = await state
    .selectFrom("checkpoint")
    .select(["id", "step", "job_id"])
    .where("id", "=", job.previous_checkpoint_id)
    .executeTakeFirst();
  const config: unknown = job.config === null ? null : JSON.parse(job.config);
  // A base model has no files.
  const previousPath = previous?.job_id ? await folder.localCheckpoint(previous.id) : null;
  const payload = await blobs.localCopy(batch.blob);
  const description: TrainerJob = {
    version: 1,
    job_id: job.id,
    model,
    step: job.step,
    config,
    seed: seedOf(job.id, config),
    payload: {
      path: payload.path,
      size_bytes: batch.size_bytes,
      group_count: batch.group_count,
      trajectory_count: batch.trajectory_count,
    },
    previous_checkpoint: previous && previousPath !== null ? { step: previous.step, path: previousPath } : null,
    output_directory: folder.checkpoint(checkpointId),
    token_signals: { path: folder.tokenSignals(job.id), max_bytes: MAX_SIGNAL_BYTES },
    waited_s: secondsWaited(job),
    device: job.device,
  };
  return { description, payload };
}

function secondsWaited({ created_at: createdAt, started_at: startedAt }: StoredJob): number {
  const waitedMs = startedAt === null ? 0 : Date.parse(startedAt) - Date.parse(createdAt);
  return Math.max(0, waitedMs) / 1_000;
}

/** The seed that a client chose, or one derived from the job's id. */
function seedOf(jobId: string, config: unknown): number {
  const chosen = typeof config === "object" && config !== null && "seed" in config ? config.seed : undefined;
  if (typeof chosen === "number" && Number.isInteger(chosen) && chosen >= 0 && chosen < 2 ** 31) return chosen;
  return createHash("sha256").update(jobId).digest().readUInt32BE(0) >>> 1;
}
