import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { ArchiveWriter } from "@/service/traces/backup/archive-writer";
import type { ProjectCounts } from "./project-format";

const compress = promisify(gzip);

/** Characters of one entry before compression: what an import holds in memory at a time. */
const PIECE_LENGTH = 4 * 1024 ** 2;

/** Much faster than the default, and hardly larger for lines that repeat their names. */
const LEVEL = 1;

/** Some records as lines of JSON. */
export interface Lines {
  readonly text: string;
  readonly rowCount: number;
}

/** Writes the records of sections to an archive in compressed pieces, and counts them. */
export class SectionWriter {
  readonly #archive: ArchiveWriter;
  readonly #counts: Record<string, number> = {};

  constructor(archive: ArchiveWriter) {
    this.#archive = archive;
  }

  get counts(): ProjectCounts {
    return this.#counts;
  }

  /** Reads and writes a section. */
  async write(name: string, lines: AsyncIterable<Lines>): Promise<void> {
    for await (const piece of this.#pieces(name, lines)) await this.#add(name, piece);
  }

  /** Reads a section now. @returns writes it, after others that are read later */
  async hold(name: string, lines: AsyncIterable<Lines>): Promise<() => Promise<void>> {
    const held: Buffer[] = [];
    for await (const piece of this.#pieces(name, lines)) held.push(piece);
    return async () => {
      for (const piece of held) await this.#add(name, piece);
    };
  }

  readonly #written: Record<string, number> = {};

  async #add(name: string, piece: Buffer): Promise<void> {
    const number = (this.#written[name] ?? 0) + 1;
    this.#written[name] = number;
    await this.#archive.addBytes(`${name}/${String(number).padStart(6, "0")}.jsonl.gz`, piece);
  }

  async *#pieces(name: string, lines: AsyncIterable<Lines>): AsyncGenerator<Buffer, void, void> {
    let texts: string[] = [];
    let length = 0;
    this.#counts[name] ??= 0;
    for await (const { text, rowCount } of lines) {
      texts.push(text);
      length += text.length;
      this.#counts[name] += rowCount;
      if (length < PIECE_LENGTH) continue;
      yield await compress(texts.join(""), { level: LEVEL });
      texts = [];
      length = 0;
    }
    if (length > 0) yield await compress(texts.join(""), { level: LEVEL });
  }
}
