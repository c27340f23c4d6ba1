import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import type { GetObjectCommandOutput, S3Client } from "@aws-sdk/client-s3";
import { errorMessage } from "@/lib/guard/error-message";
import { StoreError } from "@/service/kernel/errors/store-errors";
import type { BlobAddress } from "./blob-address";

/** A stored object as it is read. */
export interface OpenedObject {
  readonly body: Readable;
  readonly sizeBytes: number;
}

type S3 = typeof import("@aws-sdk/client-s3");
type LibStorage = typeof import("@aws-sdk/lib-storage");

/** Servers other than AWS accept any region. */
const DEFAULT_REGION = "us-east-1";
const CONNECTION_TIMEOUT_MS = 5_000;
/** The maximum time between two chunks of a request or a response, also for a reader that pauses. */
const SILENCE_TIMEOUT_MS = 300_000;
/** The size of an upload's part; larger files are sent in parts, of which a few are in memory. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 3;

/**
 * The objects below a prefix of a bucket on any S3-compatible server. Endpoint and credentials come from the usual AWS
 * variables, which the client reads itself.
 */
export class Bucket {
  readonly #address: BlobAddress;
  readonly #client: S3Client;
  readonly #s3: S3;
  readonly #storage: LibStorage;

  private constructor(address: BlobAddress, client: S3Client, s3: S3, storage: LibStorage) {
    this.#address = address;
    this.#client = client;
    this.#s3 = s3;
    this.#storage = storage;
  }

  /** Opens a bucket without a request. The client is loaded here: most installations need none. */
  static async open(address: BlobAddress, silenceTimeoutMs = SILENCE_TIMEOUT_MS): Promise<Bucket> {
    const [s3, storage] = await Promise.all([import("@aws-sdk/client-s3"), import("@aws-sdk/lib-storage")]);
    const { AWS_REGION, AWS_DEFAULT_REGION } = process.env;
    const client = new s3.S3Client({
      region: AWS_REGION || AWS_DEFAULT_REGION || DEFAULT_REGION,
      // The other style needs a DNS name for each bucket.
      forcePathStyle: true,
      // Not `requestTimeout`, which by default only writes a warning and waits on.
      requestHandler: { connectionTimeout: CONNECTION_TIMEOUT_MS, socketTimeout: silenceTimeoutMs },
    });
    return new Bucket(address, client, s3, storage);
  }

  /** @throws StoreError when the bucket is missing, access is denied, or the server cannot be reached */
  async check(signal?: AbortSignal): Promise<void> {
    const input = { ...this.#all(""), MaxKeys: 1 };
    await this.#try("list", "", this.#client.send(new this.#s3.ListObjectsV2Command(input), abortable(signal)));
  }

  /** Stores a file, and replaces an object of that name. */
  async put(key: string, path: string): Promise<void> {
    const upload = new this.#storage.Upload({
      client: this.#client,
      params: { ...this.#object(key), Body: createReadStream(path, { highWaterMark: PART_BYTES }) },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
    });
    await this.#try("store", key, upload.done());
  }

  async putText(key: string, text: string): Promise<void> {
    const command = new this.#s3.PutObjectCommand({ ...this.#object(key), Body: text });
    await this.#try("store", key, this.#client.send(command));
  }

  /** The size of an object; null when there is none. */
  async size(key: string): Promise<number | null> {
    try {
      const head = await this.#client.send(new this.#s3.HeadObjectCommand(this.#object(key)));
      return head.ContentLength ?? null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw this.#failure("find", key, error);
    }
  }

  /** @throws StoreError when there is no such object */
  async get(key: string): Promise<OpenedObject> {
    return await this.#open(key, {});
  }

  /** Returns the bytes from `start` on, fewer than `length` when the object ends before. */
  async getPart(key: string, start: number, length: number): Promise<Buffer> {
    if (length === 0) return Buffer.alloc(0);
    const { body } = await this.#open(key, { Range: `bytes=${start}-${start + length - 1}` });
    const pieces: Buffer[] = [];
    try {
      for await (const piece of body) pieces.push(piece as Buffer);
    } catch (error) {
      throw this.#failure("read", key, error);
    }
    return Buffer.concat(pieces);
  }

  async remove(key: string): Promise<void> {
    await this.#try("remove", key, this.#client.send(new this.#s3.DeleteObjectCommand(this.#object(key))));
  }

  /** The keys that begin with `start`. */
  async keys(start: string): Promise<string[]> {
    const { length } = this.#address.prefix;
    const keys: string[] = [];
    const pages = this.#s3.paginateListObjectsV2({ client: this.#client }, this.#all(start));
    try {
      for await (const { Contents } of pages)
        for (const { Key } of Contents ?? []) keys.push((Key ?? "").slice(length));
    } catch (error) {
      throw this.#failure("list", start, error);
    }
    return keys;
  }

  close(): void {
    this.#client.destroy();
  }

  #object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#address.bucket, Key: `${this.#address.prefix}${key}` };
  }

  #all(start: string): { Bucket: string; Prefix: string } {
    return { Bucket: this.#address.bucket, Prefix: `${this.#address.prefix}${start}` };
  }

  async #open(key: string, range: { Range?: string }): Promise<OpenedObject> {
    const command = new this.#s3.GetObjectCommand({ ...this.#object(key), ...range });
    const { Body, ContentLength }: GetObjectCommandOutput = await this.#try("read", key, this.#client.send(command));
    // In Node, the client returns the stream of the response.
    return { body: Body as Readable, sizeBytes: ContentLength ?? 0 };
  }

  /** Where the objects are, without credentials. */
  get place(): string {
    const { bucket, prefix } = this.#address;
    return `s3://${bucket}/${prefix}`;
  }

  async #try<Result>(verb: string, key: string, request: Promise<Result>): Promise<Result> {
    return await request.catch((error: unknown) => {
      throw this.#failure(verb, key, error);
    });
  }

  #failure(verb: string, key: string, error: unknown): StoreError {
    // The cause is left out: the client's errors contain the request with its authorization.
    return new StoreError(`Could not ${verb} ${this.place}${key}: ${reasonOf(error)}`);
  }
}

function abortable(signal: AbortSignal | undefined): { abortSignal?: AbortSignal } {
  return signal ? { abortSignal: signal } : {};
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "";
}

function isMissing(error: unknown): boolean {
  return nameOf(error) === "NotFound" || nameOf(error) === "NoSuchKey";
}

/** Returns a sentence that says what to change; the client's own messages begin with a class name or an address. */
function reasonOf(error: unknown): string {
  if (isMissing(error)) return "there is no such object.";
  switch (nameOf(error)) {
    case "NoSuchBucket":
      return "the bucket does not exist.";
    case "CredentialsProviderError":
      return "no credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.";
    case "AccessDenied":
    case "InvalidAccessKeyId":
    case "SignatureDoesNotMatch":
      return `access was denied (${nameOf(error)}). Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the rights of that user.`;
    case "TimeoutError":
      return "the server does not answer.";
    case "AggregateError":
      return "the server cannot be reached. Check AWS_ENDPOINT_URL_S3.";
    default:
      return /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|connect/i.test(errorMessage(error))
        ? `the server cannot be reached (${errorMessage(error)}). Check AWS_ENDPOINT_URL_S3.`
        : errorMessage(error);
  }
}
