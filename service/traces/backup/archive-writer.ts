import { createHash, hash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Header, Pack } from "tar-stream";
import { BackupError, DIGESTS_ENTRY, SIGNATURE_HEADER } from "./backup-format";
import { signDigests } from "./backup-signature";

type EntryHeader = Partial<Header> & Pick<Header, "name">;

export const PRIVATE_FILE = 0o600;

/** The files of an archive. */
export interface ArchiveSummary {
  readonly fileCount: number;
  readonly bytes: number;
}

/** Adds entries to an archive and remembers their digests. */
export class ArchiveWriter {
  readonly #pack: Pack;
  readonly #digests: string[] = [];
  readonly #onProgress: (bytes: number) => void;
  #bytes = 0;

  constructor(output: Pack, onProgress: (bytes: number) => void) {
    this.#pack = output;
    this.#onProgress = onProgress;
  }

  get summary(): ArchiveSummary {
    return { fileCount: this.#digests.length, bytes: this.#bytes };
  }

  /** Adds an entry without contents. */
  async addHeader(header: EntryHeader): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#pack.entry(header, Buffer.alloc(0), (error) => (error ? reject(error) : resolve()));
    });
  }

  async addText(name: string, text: string): Promise<void> {
    await this.#addPrivately(name, Buffer.from(text));
  }

  /** Adds an entry of some bytes, with its digest. */
  async addBytes(name: string, bytes: Buffer): Promise<void> {
    await this.#addPrivately(name, bytes);
    this.#bytes += bytes.byteLength;
    this.#onProgress(this.#bytes);
    this.#digests.push(`${hash("sha256", bytes, "hex")}  ${name}\n`);
  }

  /** Adds an entry of as many bytes as are said, with its digest. */
  async addStream(name: string, size: number, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    if (size === 0) return await this.addBytes(name, Buffer.alloc(0));
    const sum = createHash("sha256");
    const counted = async function* (this: ArchiveWriter) {
      for await (const piece of pieces) {
        sum.update(piece);
        this.#bytes += piece.byteLength;
        this.#onProgress(this.#bytes);
        yield piece;
      }
    }.bind(this);
    await pipeline(counted, this.#pack.entry({ name, size, mode: PRIVATE_FILE }));
    this.#digests.push(`${sum.digest("hex")}  ${name}\n`);
  }

  async #addPrivately(name: string, bytes: Buffer, extra: Partial<Header> = {}): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#pack.entry({ name, mode: PRIVATE_FILE, ...extra }, bytes, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Adds as many bytes of a file as it has now; a log may grow meanwhile. */
  async addFile(name: string, handle: FileHandle): Promise<void> {
    const { size, mtime } = await handle.stat();
    const header: EntryHeader = { name, size, mtime, mode: PRIVATE_FILE };
    const sum = createHash("sha256");
    if (size === 0) await this.addHeader(header);
    else {
      const counting = new Transform({
        transform: (chunk: Buffer, _encoding, done) => {
          sum.update(chunk);
          this.#bytes += chunk.byteLength;
          this.#onProgress(this.#bytes);
          done(null, chunk);
        },
      });
      const input = handle.createReadStream({ start: 0, end: size - 1, autoClose: false });
      await pipeline(input, counting, this.#pack.entry(header)).catch((error: unknown) => {
        throw new BackupError(`${name} became shorter while it was read. Try again.`, { cause: error });
      });
    }
    this.#digests.push(`${sum.digest("hex")}  ${name}\n`);
  }

  /** @param key signs the list of digests; null leaves it unsigned */
  async finish(key: Buffer | null = null): Promise<void> {
    const list = this.#digests.join("");
    const extra = key === null ? {} : { pax: { [SIGNATURE_HEADER]: signDigests(list, key) } };
    await this.#addPrivately(DIGESTS_ENTRY, Buffer.from(list), extra);
    this.#pack.finalize();
  }
}
