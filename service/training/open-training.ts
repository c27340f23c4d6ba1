import type { Logger } from "pino";
import { LEASE_MS, Leases } from "@/service/kernel/state/leases";
import type { BlobStore } from "@/service/traces/store/files/blob-store";
import type { Bucket } from "@/service/traces/store/files/bucket";
import { openBlobs } from "@/service/traces/store/files/open-blobs";
import { BlobLock } from "@/service/training/batches/blob-lock";
import { removeOrphanBlobs } from "@/service/training/batches/remove-orphans";
import { builtInTrainer } from "@/service/training/runner/built-in-trainer";
import { JobRunner } from "@/service/training/runner/job-runner";
import type { Trainer, TrainerSettings } from "@/service/training/runner/trainer";
import { ServerPool } from "@/service/training/server/server-pool";
import type { ServerSettings } from "@/service/training/server/server-settings";
import { CheckpointCopies } from "@/service/training/state/checkpoint-copies";
import { TrainingFolder } from "@/service/training/state/training-folder";
import { openTrainingState, type TrainingState } from "@/service/training/state/training-state";
import { CheckpointModels } from "./chat/checkpoint-models";

/** The services of the training operations. There is one instance for a data folder. */
export interface Training {
  readonly state: TrainingState;
  readonly folder: TrainingFolder;
  readonly blobs: BlobStore;
  /** Deletes bodies that no row names. */
  readonly blobLock: BlobLock;
  readonly runner: JobRunner;
  /** Null when no trainer is configured: models, logs and past jobs are available, and new jobs are refused. */
  readonly trainer: Trainer | null;
  /** Answers requests to checkpoints. */
  readonly checkpointModels: CheckpointModels;
  /** Calls a listener with the id of the model whenever a job has stored a checkpoint. */
  onCheckpoint(listener: (modelId: string) => void): void;
  /** Ends the running jobs. */
  close(): Promise<void>;
}

interface TrainingOptions {
  /** DATABASE_URL; undefined for files in the data folder. */
  readonly url?: string | undefined;
  /** Time after which another service may take over the work of one that died. */
  readonly leaseMs?: number | undefined;
  /** Serves checkpoints that the built-in trainer cannot run; null for none. */
  readonly server?: ServerSettings | null;
}

/**
 * Opens the state of training, cleans up after a crash, and continues the queue.
 *
 * @param settingsWith chooses the trainer, given the built-in one
 * @param bucket stores payloads and checkpoints; null for the data folder
 * @throws DatabaseError when the database cannot be opened
 */
export async function openTraining(
  dataFolder: string,
  settingsWith: (builtIn: Trainer) => TrainerSettings,
  log: Logger,
  bucket: Bucket | null = null,
  { url, leaseMs = LEASE_MS, server = null }: TrainingOptions = {},
): Promise<Training> {
  const folder = await TrainingFolder.open(dataFolder, bucket && new CheckpointCopies(bucket));
  const servers = server === null ? null : new ServerPool(server, folder.servers, log);
  const checkpointModels = new CheckpointModels(folder.baseModels, servers);
  const settings = settingsWith(builtInTrainer(folder.baseModels, checkpointModels.baseModels));
  const state = await openTrainingState(folder.path, url);
  const blobs = await openBlobs(bucket, "payloads/", folder.blobs);
  const listeners = new Set<(modelId: string) => void>();
  const onCheckpoint = (modelId: string) => {
    for (const listener of listeners) listener(modelId);
  };
  const leases = await Leases.open(state, { log, durationMs: leaseMs });
  const runner = new JobRunner({ ...settings, state, leases, folder, blobs, log, onCheckpoint });
  const { trainer } = settings;
  const training = {
    state,
    folder,
    blobs,
    blobLock: new BlobLock(state),
    runner,
    trainer,
    checkpointModels,
  };
  await removeOrphanBlobs(training);
  await runner.start();
  return {
    ...training,
    onCheckpoint(listener) {
      listeners.add(listener);
    },
    async close() {
      await runner.close();
      await servers?.close();
      await leases.close();
      await state.destroy();
    },
  };
}
