/** The commits that a reader sees, fixed when its query begins. */
export interface Snapshot {
  readonly reader: number;
  /** The newest commit that is complete. */
  readonly committed: number;
  /** False when no open row is closed, so that readers need not look. */
  readonly hasClosings: boolean;
}

/**
 * What readers of calls have to exclude, known without asking the engine. The writer publishes a commit when all its
 * rows are stored; a reader sees the rows of published commits only, so it never sees half of one.
 *
 * Running readers are counted, so that rows are removed only when no reader can still need them.
 */
export class CallVisibility {
  #committed = 0;
  /** Rows in `closed_calls`. */
  #closings = 0;
  #nextReader = 1;
  readonly #readers = new Set<number>();
  readonly #deleted = new Set<string>();
  readonly #renamed = new Set<string>();

  get committed(): number {
    return this.#committed;
  }

  get closings(): number {
    return this.#closings;
  }

  publish(commit: number, closings: number): void {
    this.#closings += closings;
    this.#committed = commit;
  }

  /** Called when rows of `closed_calls` were removed. */
  forgetClosings(count: number): void {
    this.#closings -= count;
  }

  addProjectWithDeletions(projectId: string): void {
    this.#deleted.add(projectId);
  }

  addProjectWithNames(projectId: string): void {
    this.#renamed.add(projectId);
  }

  /** @param projectId null for all projects */
  hasDeletions(projectId: string | null): boolean {
    return projectId === null ? this.#deleted.size > 0 : this.#deleted.has(projectId);
  }

  hasNames(projectId: string): boolean {
    return this.#renamed.has(projectId);
  }

  /** Called when a query begins; every call is followed by `end`. */
  begin(): Snapshot {
    const reader = this.#nextReader;
    this.#nextReader += 1;
    this.#readers.add(reader);
    return { reader, committed: this.#committed, hasClosings: this.#closings > 0 };
  }

  end({ reader }: Snapshot): void {
    this.#readers.delete(reader);
  }

  /** The number of the next reader. */
  get nextReader(): number {
    return this.#nextReader;
  }

  /** True when every reader with a lower number has ended. */
  areGoneBefore(reader: number): boolean {
    // A set keeps the order of insertion, so the first is the oldest.
    const [oldest] = this.#readers;
    return oldest === undefined || oldest >= reader;
  }
}
