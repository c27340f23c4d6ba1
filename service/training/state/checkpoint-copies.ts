import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, normalize, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { StoreError } from "@/service/kernel/errors/store-errors";
import type { Bucket } from "@/service/traces/store/files/bucket";

/** Stored last: a checkpoint without it is not complete. */
const LIST_NAME = "files.json";
const ROOM = "checkpoints/";

const fileList = z.object({
  folders: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), sha256: z.string(), size_bytes: z.number().int().nonnegative() })),
});

/**
 * Copies of checkpoint folders in object storage: each file as an object `checkpoints/<id>/files/<path>`, and a list of
 * all with their digests.
 */
export class CheckpointCopies {
  readonly #bucket: Bucket;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  /**
   * Stores all files of a folder.
   * @throws StoreError when the storage fails, or the folder holds something besides files and folders
   */
  async store(id: string, folder: string): Promise<void> {
    const folders: string[] = [];
    const files: z.infer<typeof fileList>["files"] = [];
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const source = join(entry.parentPath, entry.name);
      const path = relative(folder, source).split(sep).join("/");
      // A link counts as its target, as for a program that reads it.
      const info = await stat(source);
      if (entry.isDirectory()) folders.push(path);
      else if (info.isFile()) {
        await this.#bucket.put(this.#fileKey(id, path), source);
        files.push({ path, sha256: await digestOf(source), size_bytes: info.size });
      } else throw new StoreError(`${path} of the checkpoint is neither a file nor a folder, so it cannot be stored.`);
    }
    await this.#bucket.putText(`${ROOM}${id}/${LIST_NAME}`, JSON.stringify({ folders, files }));
  }

  /**
   * Writes the files of a checkpoint to a new folder.
   * @throws StoreError when there is no complete copy, or a file does not have its digest
   */
  async fetch(id: string, folder: string): Promise<void> {
    const { folders, files } = await this.#list(id);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const path of folders) await mkdir(inside(folder, path), { recursive: true, mode: 0o700 });
    for (const { path, sha256, size_bytes: sizeBytes } of files) {
      const target = inside(folder, path);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      const { body, sizeBytes: foundBytes } = await this.#bucket.get(this.#fileKey(id, path));
      await pipeline(body, createWriteStream(target, { flags: "wx", mode: 0o600 }));
      if (foundBytes !== sizeBytes || (await digestOf(target)) !== sha256) {
        throw new StoreError(`${path} of the checkpoint ${id} has changed in the object storage.`);
      }
    }
  }

  /** Returns the ids of all checkpoints with stored objects, complete or not. */
  async ids(): Promise<string[]> {
    const keys = await this.#bucket.keys(ROOM);
    return [...new Set(keys.map((key) => key.slice(ROOM.length).split("/")[0] ?? ""))].filter((id) => id !== "");
  }

  /** Removes a checkpoint, its list first, so that the remainder after a failure is incomplete. */
  async remove(id: string): Promise<void> {
    const list = `${ROOM}${id}/${LIST_NAME}`;
    const keys = await this.#bucket.keys(`${ROOM}${id}/`);
    for (const key of [...keys.filter((each) => each === list), ...keys.filter((each) => each !== list)]) {
      await this.#bucket.remove(key);
    }
  }

  async #list(id: string): Promise<z.infer<typeof fileList>> {
    const { body } = await this.#bucket.get(`${ROOM}${id}/${LIST_NAME}`);
    const pieces: Buffer[] = [];
    for await (const piece of body) pieces.push(piece as Buffer);
    return fileList.parse(JSON.parse(Buffer.concat(pieces).toString("utf8")));
  }

  #fileKey(id: string, path: string): string {
    return `${ROOM}${id}/files/${path}`;
  }
}

/** @throws StoreError for a path that leads out of the folder */
function inside(folder: string, path: string): string {
  const local = normalize(path);
  if (isAbsolute(local) || local === ".." || local.startsWith(`..${sep}`)) {
    throw new StoreError("A file of a checkpoint in the object storage is named with a path outside of its folder.");
  }
  return join(folder, local);
}

async function digestOf(path: string): Promise<string> {
  const sum = createHash("sha256");
  for await (const piece of createReadStream(path)) sum.update(piece as Buffer);
  return sum.digest("hex");
}
