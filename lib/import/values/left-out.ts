import type { FilePosition } from "./file-value";

/** Something that an import left out, or read as something else. */
export interface LeftOut {
  readonly reason: string;
  readonly count: number;
  /** Of the first one. */
  readonly filePosition: FilePosition;
}

/** Values that are left out, one entry for each reason. */
export class LeftOutList {
  readonly #byReason = new Map<string, LeftOut>();

  add(reason: string, filePosition: FilePosition, count = 1): void {
    const { count: before = 0, filePosition: first = filePosition } = this.#byReason.get(reason) ?? {};
    this.#byReason.set(reason, { reason, count: before + count, filePosition: first });
  }

  get all(): readonly LeftOut[] {
    return [...this.#byReason.values()];
  }
}
