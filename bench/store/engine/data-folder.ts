import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { TextKind } from "@/bench/store/workload/words";
import type { WorkloadSize } from "@/bench/store/workload/workload";

/** The load that filled a data folder. */
interface Filled extends WorkloadSize {
  readonly texts: TextKind;
  readonly bytesReceived: number;
}

/**
 * The folders of one measured service and of the plain table beside it. With a path they are kept, with a note of what
 * is in them; without, they are deleted at the end.
 */
export class DataFolder {
  readonly path: string;
  readonly #isKept: boolean;

  constructor(path?: string) {
    this.#isKept = path !== undefined;
    this.path = path === undefined ? mkdtempSync(join(tmpdir(), "heddle-bench-")) : resolve(path);
    mkdirSync(this.path, { recursive: true });
  }

  get service(): string {
    return join(this.path, "service");
  }

  get plain(): string {
    return join(this.path, "plain");
  }

  /** @throws when the folder was not filled to the end */
  filled(): Filled {
    const note = join(this.path, "workload.json");
    if (!existsSync(note)) throw new Error(`${this.path} was not filled by this benchmark: it has no workload.json.`);
    return JSON.parse(readFileSync(note, "utf8")) as Filled;
  }

  noteFilled(filled: Filled): void {
    writeFileSync(join(this.path, "workload.json"), `${JSON.stringify(filled)}\n`);
  }

  delete(): void {
    if (!this.#isKept) rmSync(this.path, { recursive: true, force: true });
  }
}
