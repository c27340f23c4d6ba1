import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { type Extract, extract } from "tar-stream";
import { errorMessage } from "@/lib/guard/error-message";
import { DIGESTS_ENTRY } from "@/service/traces/backup/backup-format";
import { BYTES_FOLDERS, ProjectFileError, sectionOf } from "./project-format";

const decompress = promisify(gunzip);

/** The most bytes of a piece: one call may be large. */
const MAX_PIECE_BYTES = 1024 ** 3;

const STREAM_ENDED = "ERR_STREAM_PREMATURE_CLOSE";

/** What the reader of archives says when the file ends too early, which tells a user nothing. */
const CUT_OFF = new Set([
  "Stream was destroyed",
  "Unexpected end of data",
  "Premature close",
  "Writable stream closed prematurely",
]);

const ID = "[0-9A-Za-z][0-9A-Za-z_-]*";
const BLOB = new RegExp(`^(?:${BYTES_FOLDERS.files}|${BYTES_FOLDERS.payloads})[0-9a-f]{64}$`);
const LOG = new RegExp(`^${BYTES_FOLDERS.logs}${ID}$`);
const CHECKPOINT = new RegExp(`^${BYTES_FOLDERS.checkpoints}${ID}/(.+)$`);

type TarEntry = Extract extends AsyncIterable<infer Item> ? Item : never;

/** An entry of the file. Its bytes must be read before the next entry is. */
export interface ProjectEntry {
  readonly name: string;
  readonly sizeBytes: number;
  /** Yields its bytes, and fails at the end when they do not have the digest that is expected of them. */
  bytes(): AsyncIterable<Buffer>;
  /** Returns its lines, for an entry with records. */
  lines(): Promise<string[]>;
}

/** @throws ProjectFileError for a name that an export does not write, such as one that leaves the folder */
function requireKnown(name: string): void {
  if (sectionOf(name) !== null || BLOB.test(name) || LOG.test(name) || !name.includes("/")) return;
  const path = CHECKPOINT.exec(name)?.[1]?.split("/");
  if (path?.every((part) => part !== "" && part !== "." && part !== ".." && !part.includes("\0"))) return;
  throw new ProjectFileError(`The entry ${JSON.stringify(name.slice(0, 200))} is not one of an exported project.`);
}

async function linesIn(name: string, bytes: Buffer): Promise<string[]> {
  const text = await decompress(bytes, { maxOutputLength: MAX_PIECE_BYTES })
    .then((content) => content.toString("utf8"))
    .catch((error: unknown) => {
      throw new ProjectFileError(`${name} is damaged in the file.`, { cause: error });
    });
  const lines = text.split("\n");
  lines.pop();
  return lines;
}

class ReadEntry implements ProjectEntry {
  readonly name: string;
  readonly sizeBytes: number;
  readonly #entry: TarEntry;
  readonly #onDigest: (digest: string) => void;

  constructor(entry: TarEntry, onDigest: (digest: string) => void) {
    this.name = entry.header.name;
    this.sizeBytes = entry.header.size ?? 0;
    this.#entry = entry;
    this.#onDigest = onDigest;
  }

  async *bytes(): AsyncGenerator<Buffer, void, void> {
    const sum = createHash("sha256");
    try {
      for await (const piece of this.#entry as AsyncIterable<Buffer>) {
        sum.update(piece);
        yield piece;
      }
    } catch (error) {
      throw asProjectFileError(error);
    }
    this.#onDigest(sum.digest("hex"));
  }

  async lines(): Promise<string[]> {
    return await linesIn(this.name, await buffer(this.bytes()));
  }
}

/**
 * Yields the entries of a file in order.
 *
 * @param onDigest called when the bytes of an entry were read
 * @throws ProjectFileError when the file cannot be read as an archive, or has an entry that an export does not write
 */
export async function* entriesOf(
  file: string,
  onDigest: (entry: string, digest: string) => void,
  signal?: AbortSignal,
): AsyncGenerator<ProjectEntry, void, void> {
  const archive = extract();
  const filled = pipeline(createReadStream(file), archive, signal ? { signal } : {});
  // It also fails in the loop, which the reader may have left.
  filled.catch(() => undefined);
  try {
    for await (const entry of archive as AsyncIterable<TarEntry>) {
      const { name, type } = entry.header;
      if (type !== "file") throw new ProjectFileError(`The entry ${JSON.stringify(name.slice(0, 200))} is not a file.`);
      requireKnown(name);
      yield new ReadEntry(entry, (digest) => onDigest(name, digest));
      entry.resume();
    }
    await filled;
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw asProjectFileError(error);
  }
}

/** The reader of archives throws plain errors; what the system throws has a code, and is thrown as it is. */
function asProjectFileError(error: unknown): unknown {
  if (error instanceof Error && error.name === "Error" && (!("code" in error) || error.code === STREAM_ENDED)) {
    const message = errorMessage(error);
    const text = CUT_OFF.has(message)
      ? "The end of the file is missing, or it is not an exported project."
      : `The file is damaged: ${message}.`;
    return new ProjectFileError(text, { cause: error });
  }
  return error;
}

/** Parses the list of digests. */
export function digestsIn(list: string): Map<string, string> {
  const lines = list.split("\n").filter((line) => line !== "");
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

/** @throws ProjectFileError naming the first entry that differs, is missing or is one too many */
export function requireDigests(found: ReadonlyMap<string, string>, expected: ReadonlyMap<string, string>): void {
  for (const [name, digest] of expected) {
    if (!found.has(name)) throw new ProjectFileError(`${name} is missing in the file.`);
    if (found.get(name) !== digest) throw new ProjectFileError(`${name} is damaged in the file.`);
  }
  for (const name of found.keys()) {
    if (name !== DIGESTS_ENTRY && !expected.has(name)) {
      throw new ProjectFileError(`The list of digests in the file lacks ${name}.`);
    }
  }
}
