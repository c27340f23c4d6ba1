import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { StoreError } from "@/service/kernel/errors/store-errors";
import { type BlobStore, isBlobName, type LocalBlob, requireBlobName, type StagedBlob } from "./blob-store";
import type { Bucket } from "./bucket";
import { comparedBytes } from "./compared-bytes";
import { type StagedFile, StagingFolder } from "./staging-folder";

/**
 * Stores large contents as objects of a bucket, named by their digest. A content is first written to a local file,
 * because its name is known only at its end. Every read to the end is compared with the digest.
 */
export class BucketBlobs implements BlobStore {
  readonly #bucket: Bucket;
  readonly #room: string;
  readonly #staging: StagingFolder;

  private constructor(bucket: Bucket, room: string, staging: StagingFolder) {
    this.#bucket = bucket;
    this.#room = room;
    this.#staging = staging;
  }

  /**
   * @param room the beginning of the objects' names, such as `files/`
   * @param stagingFolder for incomplete contents, and for copies that other programs read
   */
  static async open(bucket: Bucket, room: string, stagingFolder: string): Promise<BucketBlobs> {
    return new BucketBlobs(bucket, room, await StagingFolder.open(stagingFolder));
  }

  async stage(pieces: AsyncIterable<Uint8Array>): Promise<StagedBlob> {
    return await this.#staging.stage(pieces, (file) => this.#store(file));
  }

  async read(name: string, sizeBytes: number): Promise<ReadableStream<Uint8Array>> {
    const object = await this.#bucket.get(this.#keyOf(name));
    if (object.sizeBytes !== sizeBytes) {
      object.body.destroy();
      throw new StoreError(`The blob ${name} has ${object.sizeBytes} bytes instead of ${sizeBytes}.`);
    }
    return await comparedBytes(object.body, name, sizeBytes);
  }

  async readPart(name: string, start: number, length: number): Promise<Buffer> {
    const part = await this.#bucket.getPart(this.#keyOf(name), start, length);
    if (part.length !== length) throw new StoreError(`The blob ${name} ends before byte ${start + length}.`);
    return part;
  }

  async localCopy(name: string): Promise<LocalBlob> {
    const object = await this.#bucket.get(this.#keyOf(name));
    const path = this.#staging.newPath();
    const release = () => rm(path, { force: true });
    try {
      const bytes = await comparedBytes(object.body, name, object.sizeBytes);
      await pipeline(Readable.from(bytesOf(bytes)), createWriteStream(path, { flags: "wx" }));
    } catch (error) {
      await release();
      throw error;
    }
    return { path, release };
  }

  async names(): Promise<string[]> {
    const keys = await this.#bucket.keys(this.#room);
    return keys.map((key) => key.slice(this.#room.length).replace("/", "")).filter((name) => isBlobName(name));
  }

  async remove(name: string): Promise<void> {
    await this.#bucket.remove(this.#keyOf(name));
  }

  #keyOf(name: string): string {
    requireBlobName(name);
    return `${this.#room}${name.slice(0, 2)}/${name.slice(2)}`;
  }

  async #store({ path, name, sizeBytes }: StagedFile): Promise<void> {
    const key = this.#keyOf(name);
    if ((await this.#bucket.size(key)) !== sizeBytes) {
      await this.#bucket.put(key, path);
      const stored = await this.#bucket.size(key);
      if (stored !== sizeBytes)
        throw new StoreError(`The blob ${name} was stored with ${stored} of ${sizeBytes} bytes.`);
    }
    await rm(path, { force: true });
  }
}

/** The bytes of a stream of the web, which `for await` reads in Node. */
async function* bytesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  yield* stream;
}
