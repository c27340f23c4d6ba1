import { mkdir, open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** The files of training in the data folder. */
export class TrainingFolder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async open(dataFolder: string): Promise<TrainingFolder> {
    const folder = new TrainingFolder(join(dataFolder, "training"));
    for (const part of [folder.blobs, folder.#checkpoints, folder.#jobs]) {
      await mkdir(part, { recursive: true, mode: 0o700 });
    }
    return folder;
  }

  /** The bodies of jobs and logs. */
  get blobs(): string {
    return join(this.path, "blobs");
  }

  get #checkpoints(): string {
    return join(this.path, "checkpoints");
  }

  get #jobs(): string {
    return join(this.path, "jobs");
  }

  /** The folder in which the built-in trainer stores its base models. */
  get baseModels(): string {
    return join(this.path, "base-models");
  }

  /** Returns the folder of a checkpoint's files. Step 0, which is untrained, has none. */
  checkpoint(id: string): string {
    return join(this.#checkpoints, id);
  }

  /** Returns the folder in which a job runs, which also contains its log. */
  job(id: string): string {
    return join(this.#jobs, id);
  }

  /** Returns the path of the log that a job's trainer writes for people. */
  jobLog(id: string): string {
    return join(this.job(id), "trainer.log");
  }

  /** Creates an empty folder for a job to run in, and one for its checkpoint. */
  async prepare(jobId: string, checkpointId: string): Promise<void> {
    for (const path of [this.job(jobId), this.checkpoint(checkpointId)]) {
      await rm(path, { recursive: true, force: true });
      await mkdir(path, { recursive: true, mode: 0o700 });
    }
  }

  async removeCheckpoint(id: string): Promise<void> {
    await rm(this.checkpoint(id), { recursive: true, force: true });
  }

  async removeJob(id: string): Promise<void> {
    await rm(this.job(id), { recursive: true, force: true });
  }

  /** Returns the ids of all checkpoints that have a folder, needed or not. */
  async checkpointIds(): Promise<string[]> {
    return await readdir(this.#checkpoints);
  }

  /** Waits until all files of a trainer are on disk, so that a checkpoint that is named exists. */
  async syncCheckpoint(id: string): Promise<void> {
    const path = this.checkpoint(id);
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      if (entry.isFile() || entry.isDirectory()) await sync(join(entry.parentPath, entry.name));
    }
    await sync(path);
    await sync(this.#checkpoints);
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
