import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";

const MAX_FILE_BYTES = 4 * 1024 * 1024;
const TAIL_LENGTH = 2_000;

/** The log of a trainer or a model server for people: a file of at most 4 MiB, and its end in memory for the reason of a failure. */
export class TrainerLog {
  readonly #file: WriteStream;
  #bytes = 0;
  #tail = "";

  constructor(path: string) {
    this.#file = createWriteStream(path, { mode: 0o600 });
    // A failure to write the log does not end the job.
    this.#file.on("error", () => undefined);
  }

  write(text: string): void {
    this.#tail = (this.#tail + text).slice(-TAIL_LENGTH);
    if (this.#bytes >= MAX_FILE_BYTES) return;
    this.#bytes += Buffer.byteLength(text);
    this.#file.write(
      this.#bytes < MAX_FILE_BYTES
        ? text
        : `${text}
… the rest is not stored.
`,
    );
  }

  /** The last 2,000 characters. */
  get tail(): string {
    return this.#tail;
  }

  /** The last line that is not blank, at most 300 characters of it; null when there is none. */
  get lastLine(): string | null {
    const line = this.#tail.trimEnd().split(/\r?\n/).at(-1)?.trim() ?? "";
    return line === "" ? null : line.slice(0, 300);
  }

  async close(): Promise<void> {
    if (this.#file.destroyed) return;
    this.#file.end();
    await once(this.#file, "close");
  }
}
