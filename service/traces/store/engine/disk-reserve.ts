import { randomFillSync } from "node:crypto";
import { statSync } from "node:fs";
import { mkdir, open, rename, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DiskState } from "@/lib/api/contract/admin/disk-state";
import { errorMessage } from "@/lib/guard/error-message";
import { isDiskFull, StorageFullError } from "@/service/kernel/errors/service-errors";
import { StoreFull } from "@/service/kernel/errors/store-errors";

/** The space of the file system that a folder is on. */
export interface DiskSpace {
  readonly sizeBytes: number;
  readonly freeBytes: number;
}

/** A file of the data folder that takes space until it is needed, and is empty then. Backups leave it out. */
export const RESERVE_FILE = "disk-reserve";

interface ReserveOptions {
  readonly bytes?: number;
  /** The reserve is released when less than this is free: other programs need space, too. */
  readonly minFreeBytes?: number;
  readonly readSpace?: (folder: string) => Promise<DiskSpace>;
}

/** More than what may be acknowledged and not yet stored, its merges, and what deletions write. */
const RESERVE_BYTES = 64 * 1024 ** 2;
const MIN_FREE_BYTES = 16 * 1024 ** 2;

/** On a large disk, so much is enough. */
const LOW = { share: 0.1, mostBytes: 50 * 1024 ** 3 };
const VERY_LOW = { share: 0.05, mostBytes: 25 * 1024 ** 3 };

const BLOCK_BYTES = 1024 ** 2;

/**
 * Space on the disk of the data folder for the moment in which it is full: what was acknowledged is stored in it, so that it
 * can be read, and deletions use it. From then on writes are refused at the door, and not by the disk, until there is twice
 * as much space.
 */
export class DiskReserve {
  readonly #folder: string;
  readonly #bytes: number;
  readonly #minFreeBytes: number;
  readonly #readSpace: (folder: string) => Promise<DiskSpace>;
  readonly #listeners: ((isFull: boolean) => void)[] = [];
  #isFull = false;

  private constructor(folder: string, options: ReserveOptions) {
    this.#folder = folder;
    this.#bytes = options.bytes ?? RESERVE_BYTES;
    this.#minFreeBytes = options.minFreeBytes ?? MIN_FREE_BYTES;
    this.#readSpace = options.readSpace ?? readDiskSpace;
  }

  /** Makes the folder if it is missing, and the reserve where there is room, and releases it on a full disk. */
  static async open(folder: string, options: ReserveOptions = {}): Promise<DiskReserve> {
    const reserve = new DiskReserve(folder, options);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // An earlier process released it, and ended.
    reserve.#isFull = reserve.#fileBytes() === 0;
    await reserve.check();
    return reserve;
  }

  /** @param listener called when writes begin or cease to be refused, and now if they are */
  onChange(listener: (isFull: boolean) => void): void {
    this.#listeners.push(listener);
    if (this.#isFull) listener(true);
  }

  /** True while writes are refused. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** @throws StorageFullError while the disk is full, before anything of a request is stored */
  requireRoom(): void {
    if (this.#isFull) throw new StorageFullError("refused");
  }

  space(): Promise<DiskSpace> {
    return this.#readSpace(this.#folder);
  }

  async state(): Promise<DiskState> {
    if (this.#isFull) return "full";
    const { sizeBytes, freeBytes } = await this.space();
    const isBelow = ({ share, mostBytes }: typeof LOW) => freeBytes < Math.min(sizeBytes * share, mostBytes);
    if (isBelow(VERY_LOW)) return "very-low";
    return isBelow(LOW) ? "low" : "ok";
  }

  /** Frees the reserve; from now on writes are refused. */
  async release(): Promise<void> {
    const wasFull = this.#isFull;
    this.#isFull = true;
    // A new name may need space that there is not.
    await writeFile(this.#file, "", { mode: 0o600 }).catch(ignoreFullDisk);
    if (!wasFull) this.#notify();
  }

  /** Runs a step, and if it fails because the disk is full, once more in the space of the reserve. */
  async withRoom<Result>(step: () => Promise<Result>): Promise<Result> {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof StoreFull || isDiskFull(error))) throw error;
      await this.release();
      return await step();
    }
  }

  /** Releases the reserve when the disk is nearly full, and makes it again when there is room. Called every few seconds. */
  async check(): Promise<void> {
    const { freeBytes } = await this.#readSpace(this.#folder);
    const isHeld = (this.#fileBytes() ?? 0) > 0;
    if (freeBytes < this.#minFreeBytes && (isHeld || !this.#isFull)) return await this.release();
    if (isHeld || freeBytes < 2 * this.#bytes) return;
    if (!(await this.#make())) return;
    if (!this.#isFull) return;
    this.#isFull = false;
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener(this.#isFull);
  }

  get #file(): string {
    return join(this.#folder, RESERVE_FILE);
  }

  /** Null when there is no file. */
  #fileBytes(): number | null {
    return statSync(this.#file, { throwIfNoEntry: false })?.size ?? null;
  }

  /** False when there was no room after all. Random bytes, which no file system can leave out. */
  async #make(): Promise<boolean> {
    const partial = `${this.#file}.partial`;
    const block = randomFillSync(Buffer.allocUnsafe(BLOCK_BYTES));
    try {
      const handle = await open(partial, "w", 0o600);
      try {
        for (let at = 0; at < this.#bytes; at += BLOCK_BYTES) await handle.write(block, 0, BLOCK_BYTES, at);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(partial, this.#file);
      return true;
    } catch (error) {
      await rm(partial, { force: true });
      if (isDiskFull(error)) return false;
      throw new Error(`The reserve ${this.#file} could not be made: ${errorMessage(error)}`, { cause: error });
    }
  }
}

function ignoreFullDisk(error: unknown): void {
  if (!isDiskFull(error)) throw error;
}

/** Returns the space that a process without privileges may use. */
async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bsize, blocks, bavail } = await statfs(folder);
  return { sizeBytes: bsize * blocks, freeBytes: bsize * bavail };
}
