import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { BlobStore } from "@/service/traces/store/files/blob-store";
import type { ProjectEntry } from "./project-file";
import { BYTES_FOLDERS, ProjectFileError } from "./project-format";
import type { ProjectParts } from "./project-parts";
import type { Renaming } from "./renaming";

async function storeBlob(blobs: BlobStore, entry: ProjectEntry, name: string): Promise<void> {
  const staged = await blobs.stage(entry.bytes());
  if (staged.name === name) return await staged.keep();
  await staged.discard();
  throw new ProjectFileError(`${entry.name} is not named by its SHA-256.`);
}

/** Stores the bytes of files, payloads, checkpoints and logs. */
export class BytesImport {
  readonly #parts: ProjectParts;
  readonly #renaming: Renaming;
  /** The checkpoint whose files come now, and the folder that they wait in. */
  #checkpoint: { readonly id: string; readonly folder: string } | null = null;

  constructor(parts: ProjectParts, renaming: Renaming) {
    this.#parts = parts;
    this.#renaming = renaming;
  }

  async store(entry: ProjectEntry): Promise<void> {
    const { files, payloads, checkpoints, logs } = BYTES_FOLDERS;
    const { services, training } = this.#parts;
    const rest = (folder: string) => entry.name.slice(folder.length);
    if (!entry.name.startsWith(checkpoints)) await this.#acceptCheckpoint();
    if (entry.name.startsWith(files)) await storeBlob(services.blobs, entry, rest(files));
    else if (entry.name.startsWith(payloads)) await storeBlob(training.blobs, entry, rest(payloads));
    else if (entry.name.startsWith(checkpoints)) await this.#storeOfCheckpoint(entry, rest(checkpoints));
    else if (entry.name.startsWith(logs)) await write(entry, training.folder.jobLog(this.#renaming.id(rest(logs))));
  }

  /** Stores the last checkpoint. */
  async finish(): Promise<void> {
    await this.#acceptCheckpoint();
  }

  async #storeOfCheckpoint(entry: ProjectEntry, path: string): Promise<void> {
    const [named = "", ...inside] = path.split("/");
    const id = this.#renaming.id(named);
    if (this.#checkpoint?.id !== id) {
      await this.#acceptCheckpoint();
      this.#checkpoint = { id, folder: await this.#parts.training.folder.beginCheckpoint(id) };
    }
    await write(entry, join(this.#checkpoint.folder, ...inside));
  }

  /** A checkpoint appears with all its files. */
  async #acceptCheckpoint(): Promise<void> {
    const checkpoint = this.#checkpoint;
    this.#checkpoint = null;
    if (checkpoint !== null) await this.#parts.training.folder.acceptCheckpoint(checkpoint.id);
  }
}

async function write(entry: ProjectEntry, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await pipeline(entry.bytes(), createWriteStream(path, { mode: 0o600 }));
}
