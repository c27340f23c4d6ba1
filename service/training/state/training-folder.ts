import { randomUUID } from "node:crypto";
import { constants, cp, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { CheckpointCopies } from "./checkpoint-copies";

/** The files of training in the data folder. */
export class TrainingFolder {
  readonly path: string;
  readonly #copies: CheckpointCopies | null;
  readonly #fetched = new Map<string, Promise<string>>();

  private constructor(path: string, copies: CheckpointCopies | null) {
    this.path = path;
    this.#copies = copies;
  }

  /** @param copies where else checkpoints are stored; this folder then contains only those used here */
  static async open(dataFolder: string, copies: CheckpointCopies | null = null): Promise<TrainingFolder> {
    const folder = new TrainingFolder(join(dataFolder, "training"), copies);
    await rm(folder.#incoming, { recursive: true, force: true });
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

  get #incoming(): string {
    return join(this.path, "incoming");
  }

  get #jobs(): string {
    return join(this.path, "jobs");
  }

  /** The folder in which model servers run. */
  get servers(): string {
    return join(this.path, "servers");
  }

  /** The folder in which the built-in trainer stores its base models. */
  get baseModels(): string {
    return join(this.path, "base-models");
  }

  /** Returns the folder of a checkpoint's files. That of a base model has none. */
  checkpoint(id: string): string {
    return join(this.#checkpoints, id);
  }

  /**
   * Returns the folder of a checkpoint with its files, which are fetched from the object storage if they are only there.
   * @throws StoreError when they cannot be fetched
   */
  async localCheckpoint(id: string): Promise<string> {
    const path = this.checkpoint(id);
    const copies = this.#copies;
    if (copies === null || (await stat(path).catch(() => null)) !== null) return path;
    const fetching = this.#fetched.get(id) ?? this.#fetch(copies, id).finally(() => this.#fetched.delete(id));
    this.#fetched.set(id, fetching);
    return await fetching;
  }

  /** Returns the folder in which a job runs, which also contains its log. */
  job(id: string): string {
    return join(this.#jobs, id);
  }

  /** Returns the path of the log that a job's trainer writes for people. */
  jobLog(id: string): string {
    return join(this.job(id), "trainer.log");
  }

  /** Returns the path of the signals that a job's trainer writes for its tokens. */
  tokenSignals(id: string): string {
    return join(this.job(id), "token-signals.jsonl");
  }

  /** Creates an empty folder for a job to run in, and one for its checkpoint. */
  async prepare(jobId: string, checkpointId: string): Promise<void> {
    for (const path of [this.job(jobId), this.checkpoint(checkpointId)]) {
      await rm(path, { recursive: true, force: true });
      await mkdir(path, { recursive: true, mode: 0o700 });
    }
  }

  async removeCheckpoint(id: string): Promise<void> {
    await this.#copies?.remove(id);
    await rm(this.checkpoint(id), { recursive: true, force: true });
  }

  /** Stores a copy of a checkpoint's files as those of another one. @throws StoreError when they cannot be fetched */
  async copyCheckpoint(from: string, to: string): Promise<void> {
    const source = await this.localCheckpoint(from);
    await cp(source, await this.beginCheckpoint(to), { recursive: true, mode: constants.COPYFILE_FICLONE });
    await this.acceptCheckpoint(to);
  }

  /** Returns an empty folder for the files of a checkpoint that comes from elsewhere. */
  async beginCheckpoint(id: string): Promise<string> {
    const path = join(this.#incoming, id);
    await rm(path, { recursive: true, force: true });
    await mkdir(path, { recursive: true, mode: 0o700 });
    return path;
  }

  /** Stores what is in the folder of {@link beginCheckpoint} as the files of the checkpoint. */
  async acceptCheckpoint(id: string): Promise<void> {
    await rm(this.checkpoint(id), { recursive: true, force: true });
    await rename(join(this.#incoming, id), this.checkpoint(id));
    await this.keepCheckpoint(id);
  }

  async removeJob(id: string): Promise<void> {
    await rm(this.job(id), { recursive: true, force: true });
  }

  /** Returns the ids of all checkpoints that have a folder or a copy, needed or not. */
  async checkpointIds(): Promise<string[]> {
    const local = await readdir(this.#checkpoints);
    return this.#copies === null ? local : [...new Set([...local, ...(await this.#copies.ids())])];
  }

  /** Waits until all files of a trainer are stored, so that every reported checkpoint exists. */
  async keepCheckpoint(id: string): Promise<void> {
    if (this.#copies === null) await this.#syncCheckpoint(id);
    else await this.#copies.store(id, this.checkpoint(id));
  }

  /** Gives a folder its final name only when all files are complete. */
  async #fetch(copies: CheckpointCopies, id: string): Promise<string> {
    const aside = join(this.#incoming, randomUUID());
    try {
      await copies.fetch(id, aside);
      await rename(aside, this.checkpoint(id));
    } finally {
      await rm(aside, { recursive: true, force: true });
    }
    return this.checkpoint(id);
  }

  async #syncCheckpoint(id: string): Promise<void> {
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
