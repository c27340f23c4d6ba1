import type { EngineTime } from "@/service/traces/store/engine/timestamps";
import type { Removal } from "./removal";

/**
 * Rows that no reader sees, which are ends without a start, have the number of their commit and this. A store with one
 * process may also give them the greatest number of all.
 */
export const PARKED_COMMITS = 2 ** 52;

/** The calls of a data folder that was upgraded have the commit 0. */
export const BEFORE_ALL_COMMITS = -1;

/** Returns the condition that a row belongs to one of some commits. */
export const rowsOfCommitsSql = (column: string, commits: readonly number[]): string =>
  `${column} IN (${commits.flatMap((commit) => [commit, PARKED_COMMITS + commit]).join(", ")})`;

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
  /** Commits that were begun and never completed, some of whose rows may be stored. */
  #abandoned: number[] = [];
  #rollupBatches = 0;
  #rolledUp = BEFORE_ALL_COMMITS;
  #nextReader = 1;
  readonly #readers = new Set<number>();
  readonly #deleted = new Set<string>();
  readonly #renamed = new Set<string>();
  readonly #withTurns = new Set<string>();
  readonly #withTurnKinds = new Set<string>();
  readonly #withTops = new Set<string>();
  readonly #removals = new Map<number, Removal>();
  readonly #removedBefore = new Map<string, EngineTime>();
  #removalCount = 0;
  /** The numbers of removals whose ids are remembered, by project. */
  readonly #remembered = new Map<string, readonly number[]>();
  #waiting: { readonly before: number; readonly resolve: () => void }[] = [];

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

  /** From now on no row of a commit counts. */
  abandon(commit: number): void {
    if (!this.#abandoned.includes(commit)) this.#abandoned.push(commit);
  }

  /** Called when no row of abandoned commits is left. */
  purge(commits: readonly number[]): void {
    this.#abandoned = this.#abandoned.filter((commit) => !commits.includes(commit));
  }

  /** Returns SQL that excludes the rows of abandoned commits, to follow another condition. Empty without any. */
  liveSql(column: string): string {
    if (this.#abandoned.length === 0) return "";
    return ` AND NOT (${rowsOfCommitsSql(column, this.#abandoned)})`;
  }

  /** Called when rows of `closed_calls` were removed, or found. */
  addClosings(count: number): void {
    this.#closings += count;
  }

  /** Changes when calls were added up, by any process. */
  get rollupBatches(): number {
    return this.#rollupBatches;
  }

  noteRollupBatch(): void {
    this.#rollupBatches += 1;
  }

  /** Rollups, and the index of text, contain the finished calls of commits up to this one. */
  get rolledUp(): number {
    return this.#rolledUp;
  }

  noteRolledUp(commit: number): void {
    this.#rolledUp = commit;
  }

  addProjectWithDeletions(projectId: string): void {
    this.#deleted.add(projectId);
  }

  addProjectWithNames(projectId: string): void {
    this.#renamed.add(projectId);
  }

  /** @param changesKind whether calls became turns, or are no longer turns */
  addProjectWithTurns(projectId: string, changesKind: boolean): void {
    this.#withTurns.add(projectId);
    if (changesKind) this.#withTurnKinds.add(projectId);
  }

  /** Called when a trace of the project has calls, but no root. */
  addProjectWithTops(projectId: string): void {
    this.#withTops.add(projectId);
  }

  /** @param projectId null for all projects */
  hasTops(projectId: string | null): boolean {
    return projectId === null ? this.#withTops.size > 0 : this.#withTops.has(projectId);
  }

  /** @param projectId null for all projects */
  hasDeletions(projectId: string | null): boolean {
    return projectId === null ? this.#deleted.size > 0 : this.#deleted.has(projectId);
  }

  hasNames(projectId: string): boolean {
    return this.#renamed.has(projectId);
  }

  /** @param projectId null for all projects */
  hasTurns(projectId: string | null): boolean {
    return projectId === null ? this.#withTurns.size > 0 : this.#withTurns.has(projectId);
  }

  /** The same for calls that became turns, or are no longer turns. */
  hasTurnKinds(projectId: string | null): boolean {
    return projectId === null ? this.#withTurnKinds.size > 0 : this.#withTurnKinds.has(projectId);
  }

  /** Called when a query begins; every call is followed by `end`. */
  begin(): Snapshot {
    const reader = this.#nextReader;
    this.#nextReader += 1;
    this.#readers.add(reader);
    return { reader, committed: this.#committed, hasClosings: this.#closings > 0 };
  }

  end({ reader }: Snapshot): void {
    if (!this.#readers.delete(reader)) return;
    const ready = this.#waiting.filter(({ before }) => this.areGoneBefore(before));
    if (ready.length === 0) return;
    this.#waiting = this.#waiting.filter((waiting) => !ready.includes(waiting));
    for (const { resolve } of ready) resolve();
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

  /** Resolves when every query that has begun has ended. Queries that begin later are not waited for. */
  async currentReadersGone(): Promise<void> {
    const before = this.#nextReader;
    if (!this.areGoneBefore(before)) await new Promise<void>((resolve) => this.#waiting.push({ before, resolve }));
  }

  /** From now on, readers exclude the calls of a removal. */
  hide(removal: Removal): void {
    this.#removals.set(removal.number, removal);
    this.noteRemoval(removal);
  }

  /** How many removals were noted: changes with each. */
  get removals(): number {
    return this.#removalCount;
  }

  /** Called for every removal that was decided, done or not. */
  noteRemoval({ projectId, before }: Removal): void {
    this.#removalCount += 1;
    const last = this.#removedBefore.get(projectId);
    if (last === undefined || last < before) this.#removedBefore.set(projectId, before);
  }

  /** Returns the time before which calls of a project were ever removed; null for never. */
  removedBefore(projectId: string): EngineTime | null {
    return this.#removedBefore.get(projectId) ?? null;
  }

  /** Called when the calls of a removal are gone. */
  show({ number }: Pick<Removal, "number">): void {
    this.#removals.delete(number);
  }

  /** @param projectId null for all projects */
  removalsIn(projectId: string | null): readonly Removal[] {
    return [...this.#removals.values()].filter((removal) => projectId === null || removal.projectId === projectId);
  }

  /** Sets the removals of a project whose ids are in `removed_calls`. */
  rememberRemovals(projectId: string, numbers: readonly number[]): void {
    if (numbers.length === 0) this.#remembered.delete(projectId);
    else this.#remembered.set(projectId, numbers);
  }

  /** From now on the ids of this removal are remembered too. */
  rememberRemoval({ projectId, number }: Removal): void {
    this.#remembered.set(projectId, [...this.rememberedRemovals(projectId).filter((each) => each !== number), number]);
  }

  rememberedRemovals(projectId: string): readonly number[] {
    return this.#remembered.get(projectId) ?? [];
  }
}
