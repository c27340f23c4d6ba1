import { randomUUID } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { DigestStream } from "@/service/kernel/json/digest";
import type { StagedBlob } from "./blob-store";

/** A completely written file. */
export interface StagedFile {
  readonly path: string;
  /** Hex SHA-256 of its bytes. */
  readonly name: string;
  readonly sizeBytes: number;
}

/** A folder of unfinished files: the name of a content is known only at its end. */
export class StagingFolder {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Creates the folder, and deletes files that a crash left in it. */
  static async open(folder: string): Promise<StagingFolder> {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new StagingFolder(folder);
  }

  /** The path of a file that does not exist yet. */
  newPath(): string {
    return join(this.#folder, randomUUID());
  }

  /**
   * Writes bytes to a file and syncs it.
   *
   * @param keep makes the file a stored blob; it may move or delete it
   */
  async stage(pieces: AsyncIterable<Uint8Array>, keep: (file: StagedFile) => Promise<void>): Promise<StagedBlob> {
    const path = this.newPath();
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
    return { digest: sum.digest(), name, sizeBytes, discard, keep: () => keep({ path, name, sizeBytes }) };
  }
}
