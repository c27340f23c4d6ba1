import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { StoreError } from "@/service/errors/store-errors";
import { DigestStream } from "@/service/json/digest";

/** Bytes that are written, but not yet committed. */
export interface StagedBlob {
  /** The digest in the form of the wire. */
  readonly digest: string;
  /** Hex SHA-256: the name that `BlobStore.read` takes. */
  readonly name: string;
  readonly sizeBytes: number;
  /** Resolves when the blob is on disk under its name and survives a power failure. */
  keep(): Promise<void>;
  discard(): Promise<void>;
}

const PIECE_BYTES = 64 * 1024;
const NAME = /^[0-9a-f]{64}$/;

/**
 * Stores large contents as files named by their digest: `ab/cdef…` in one folder, each written once and never changed.
 * A blob is written to a temporary file, synced and renamed, so that a file with its final name is always complete.
 */
export class BlobStore {
  readonly #folder: string;
  readonly #aside: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#aside = join(folder, "incoming");
  }

  /** Opens the folder, and creates it when it is missing. Unfinished files left by a crash are deleted. */
  static async open(folder: string): Promise<BlobStore> {
    const blobs = new BlobStore(folder);
    await rm(blobs.#aside, { recursive: true, force: true });
    await mkdir(blobs.#aside, { recursive: true });
    return blobs;
  }

  /** Writes bytes to a temporary file and computes their digest. The caller then keeps or discards them. */
  async stage(pieces: AsyncIterable<Uint8Array>): Promise<StagedBlob> {
    const path = join(this.#aside, randomUUID());
    const discard = () => rm(path, { force: true });
    const sum = new DigestStream();
    let sizeBytes = 0;
    try {
      const file = await open(path, "wx");
      try {
        for await (const piece of pieces) {
          sum.update(piece);
          sizeBytes += piece.byteLength;
          await file.writeFile(piece);
        }
        await file.sync();
      } finally {
        await file.close();
      }
    } catch (error) {
      await discard();
      throw error;
    }
    const name = sum.hex();
    return { digest: sum.digest(), name, sizeBytes, discard, keep: () => this.#storeValue(path, name, sizeBytes) };
  }

  /**
   * Yields the bytes of a blob as they are read.
   * @param name hex SHA-256, from `StagedBlob.name`
   * @throws StoreError when the blob is missing, or its length has changed
   */
  async read(name: string, sizeBytes: number): Promise<ReadableStream<Uint8Array>> {
    const file = await this.#open(name);
    const { size } = await file.stat();
    if (size !== sizeBytes) {
      await file.close();
      throw new StoreError(`The blob ${name} has ${size} bytes instead of ${sizeBytes}.`);
    }
    return piecesOf(file);
  }

  /** Returns the path of a blob for a program that reads it; the program must not write there. */
  pathOf(name: string): string {
    if (!NAME.test(name)) throw new StoreError("A blob is named by its SHA-256 in hex.");
    return join(this.#folder, name.slice(0, 2), name.slice(2));
  }

  /**
   * Returns a range of a blob's bytes.
   * @throws StoreError when the blob is missing or too short
   */
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

  /** The names of all blobs. */
  async names(): Promise<string[]> {
    const files = await readdir(this.#folder, { recursive: true });
    return files.map((path) => path.split(sep).join("")).filter((name) => NAME.test(name));
  }

  /** Removes a blob that nothing refers to. No one may be about to `keep` the same content meanwhile. */
  async remove(name: string): Promise<void> {
    await rm(this.pathOf(name), { force: true });
  }

  #open(name: string): Promise<FileHandle> {
    return open(this.pathOf(name), "r").catch((cause: unknown) => {
      throw new StoreError(`Could not open the blob ${name}.`, { cause });
    });
  }

  async #storeValue(path: string, name: string, sizeBytes: number): Promise<void> {
    const target = this.pathOf(name);
    const known = await stat(target).catch(() => null);
    if (known?.size === sizeBytes) await rm(path, { force: true });
    else {
      await mkdir(dirname(target), { recursive: true });
      await rename(path, target);
    }
    // Also when the file existed: its writer may not have reached this point.
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

function piecesOf(file: FileHandle): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { bytesRead, buffer } = await file.read(new Uint8Array(PIECE_BYTES), 0, PIECE_BYTES);
          if (bytesRead > 0) {
            controller.enqueue(buffer.subarray(0, bytesRead));
            return;
          }
          await file.close();
          controller.close();
        } catch (error) {
          await file.close().catch(() => {}); // The read error is the one to report.
          controller.error(error);
        }
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  );
}
