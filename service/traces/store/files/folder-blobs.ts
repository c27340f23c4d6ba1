import { type FileHandle, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { StoreError } from "@/service/kernel/errors/store-errors";
import { type BlobStore, isBlobName, type LocalBlob, requireBlobName, type StagedBlob } from "./blob-store";
import { comparedBytes } from "./compared-bytes";
import { StagingFolder } from "./staging-folder";

/**
 * Stores large contents as files named by their digest: `ab/cdef…` in one folder, each written once and never changed.
 * A blob is written to a temporary file, synced and renamed, so that a file with its final name is always complete.
 * Every read to the end is compared with the digest; a part of a blob is not.
 */
export class FolderBlobs implements BlobStore {
  readonly #folder: string;
  readonly #staging: StagingFolder;

  private constructor(folder: string, staging: StagingFolder) {
    this.#folder = folder;
    this.#staging = staging;
  }

  /** Opens the folder, and creates it when it is missing. Unfinished files left by a crash are deleted. */
  static async open(folder: string): Promise<FolderBlobs> {
    return new FolderBlobs(folder, await StagingFolder.open(join(folder, "incoming")));
  }

  async stage(pieces: AsyncIterable<Uint8Array>): Promise<StagedBlob> {
    return await this.#staging.stage(pieces, ({ path, name }) => this.#storeValue(path, name));
  }

  async read(name: string, sizeBytes: number): Promise<ReadableStream<Uint8Array>> {
    const file = await this.#open(name);
    const { size } = await file.stat();
    if (size !== sizeBytes) {
      await file.close();
      throw new StoreError(`The blob ${name} has ${size} bytes instead of ${sizeBytes}.`);
    }
    return await comparedBytes(file.createReadStream(), name, sizeBytes);
  }

  async localCopy(name: string): Promise<LocalBlob> {
    const file = await this.#open(name);
    const bytes = await comparedBytes(file.createReadStream({ highWaterMark: 1024 ** 2 }), name, Infinity);
    await bytes.pipeTo(new WritableStream());
    return { path: this.#pathOf(name), release: async () => undefined };
  }

  async readPart(name: string, start: number, length: number): Promise<Buffer> {
    const file = await this.#open(name);
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, start);
      if (bytesRead !== length) throw new StoreError(`The blob ${name} ends before byte ${start + length}.`);
      return buffer;
    } finally {
      await file.close();
    }
  }

  async names(): Promise<string[]> {
    const files = await readdir(this.#folder, { recursive: true });
    return files.map((path) => path.split(sep).join("")).filter((name) => isBlobName(name));
  }

  async remove(name: string): Promise<void> {
    await rm(this.#pathOf(name), { force: true });
  }

  #pathOf(name: string): string {
    requireBlobName(name);
    return join(this.#folder, name.slice(0, 2), name.slice(2));
  }

  #open(name: string): Promise<FileHandle> {
    return open(this.#pathOf(name), "r").catch((cause: unknown) => {
      throw new StoreError(`Could not open the blob ${name}.`, { cause });
    });
  }

  /** Also in place of a file that is there: it may be damaged, and its writer may not have synced the folder yet. */
  async #storeValue(path: string, name: string): Promise<void> {
    const target = this.#pathOf(name);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await rename(path, target);
    await syncFolder(dirname(target));
    await syncFolder(this.#folder);
  }
}

/** A new name in a folder is on disk only when the folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
