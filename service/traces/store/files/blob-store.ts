import { StoreError } from "@/service/kernel/errors/store-errors";

/** Bytes that are written, but not yet committed. */
export interface StagedBlob {
  /** The digest in the form of the wire. */
  readonly digest: string;
  /** Hex SHA-256: the name that `BlobStore.read` takes. */
  readonly name: string;
  readonly sizeBytes: number;
  /** Resolves when the blob is stored under its name and survives a power failure. */
  keep(): Promise<void>;
  discard(): Promise<void>;
}

/** A blob as a local file. */
export interface LocalBlob {
  /** For programs that read it; no one may write there. */
  readonly path: string;
  /** Releases the file. */
  release(): Promise<void>;
}

/** Stores large contents under their digest. Each is written once and never changed. */
export interface BlobStore {
  /** Writes bytes to a temporary file and computes their digest. The caller then keeps or discards them. */
  stage(pieces: AsyncIterable<Uint8Array>): Promise<StagedBlob>;
  /**
   * Yields the bytes of a blob as they are read, and compares them with its name.
   * @param name hex SHA-256, from `StagedBlob.name`
   * @throws StoreError when the blob is missing, or its length has changed; ContentDamaged when its bytes have, which for
   * a large blob ends the stream in place of its end
   */
  read(name: string, sizeBytes: number): Promise<ReadableStream<Uint8Array>>;
  /**
   * Returns a range of a blob's bytes. They are not compared with anything: only the whole blob has a digest.
   * @throws StoreError when the blob is missing or too short
   */
  readPart(name: string, start: number, length: number): Promise<Buffer>;
  /**
   * Returns a blob as a file, for a program that reads it.
   * @throws StoreError when the blob is missing or damaged
   */
  localCopy(name: string): Promise<LocalBlob>;
  /** The names of all blobs. */
  names(): Promise<string[]>;
  /** Removes a blob that nothing refers to. No one may be about to `keep` the same content meanwhile. */
  remove(name: string): Promise<void>;
}

const NAME = /^[0-9a-f]{64}$/;

/** True for the name of a blob. */
export function isBlobName(name: string): boolean {
  return NAME.test(name);
}

/** @throws StoreError for text that is not the name of a blob, before it becomes a part of a path */
export function requireBlobName(name: string): void {
  if (!isBlobName(name)) throw new StoreError("A blob is named by its SHA-256 in hex.");
}
