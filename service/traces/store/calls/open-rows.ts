import type { Store } from "@/service/traces/store/engine/store";
import { callColumns } from "./call-parts";
import { type CallVisibility, PARKED_COMMITS } from "./call-visibility";
import type { GenerationCount, MovedRows, OpenRowsNote } from "./commit-notes";
import type { OpenRow } from "./known-calls";

/** The commit number of rows that readers never see, which are ends without a start, where one process writes. */
export const NEVER_VISIBLE = Number.MAX_SAFE_INTEGER;

/** The number of open rows in a partition, and how many of them a later row has replaced. */
interface Generation {
  rows: number;
  closed: number;
}

/** A generation whose open rows are all closed. It is removed when no reader can still need it. */
interface Retired {
  readonly generation: number;
  readonly closings: number;
  /** Readers with a lower number may still need what is removed next. */
  before: number;
  /** When that was, by the clock of this process. */
  sinceMs: number;
  isDropped: boolean;
}

/** Where the rows of a generation have moved. */
interface Move {
  readonly to: number;
  readonly by: number;
}

/** How the steps of {@link OpenRows.clean} run. Each ends with a commit, unless it returns null. */
export interface CleaningSteps {
  /** Runs a step while no group is written. */
  readonly alone: (step: (commit: number) => Promise<OpenRowsNote | null>) => Promise<void>;
  /** Runs a step that only removes what nobody reads. */
  readonly removing: (step: () => Promise<OpenRowsNote | null>) => Promise<void>;
}

/** More moves than this are forgotten, together with the calls that need them. */
const MAX_MOVES = 10_000;

/**
 * Numbers the open rows, counts them by generation, and removes them once they are closed: a generation is dropped as a
 * whole, after the few rows that are still open have moved to the newest one.
 *
 * Numbers in SQL are the writer's own.
 */
export class OpenRows {
  readonly #store: Store;
  readonly #visibility: CallVisibility;
  readonly #generations = new Map<number, Generation>();
  readonly #moves = new Map<number, Move>();
  #retired: Retired[] = [];
  /** How long readers of other processes may need what they began with; null where there are none. */
  readonly otherReadersMs: number | null;
  #nextNumber = 1;
  #current = 1;
  /** The number after those of commits of all processes. */
  #nextStored = 1;

  constructor(store: Store, visibility: CallVisibility, otherReadersMs: number | null) {
    this.#store = store;
    this.#visibility = visibility;
    this.otherReadersMs = otherReadersMs;
  }

  /** Returns the commit number of a row that readers never see, of this commit. */
  parkedCommit(commit: number): number {
    return this.otherReadersMs === null ? NEVER_VISIBLE : PARKED_COMMITS + commit;
  }

  /** Called when a step that is stored as a whole or not at all was not stored: its numbers are free. */
  takeBack(): void {
    this.#nextNumber = this.#nextStored;
  }

  /** The number and the generation of a new open row. */
  next(): OpenRow {
    const number = this.#nextNumber;
    this.#nextNumber += 1;
    return { number, generation: this.#current };
  }

  /** Returns an open row where it is now. */
  placeOf(row: OpenRow): OpenRow {
    let { number, generation } = row;
    for (let move = this.#moves.get(generation); move !== undefined; move = this.#moves.get(generation)) {
      number += move.by;
      generation = move.to;
    }
    return { number, generation };
  }

  /** True while calls are running, or ends wait for their starts. */
  get hasOpenRows(): boolean {
    return [...this.#generations.values()].some(({ rows, closed }) => rows > closed);
  }

  /** What the others have to know of the numbers that come next. */
  get place(): Pick<OpenRowsNote, "next" | "current"> {
    return { next: this.#nextNumber, current: this.#current };
  }

  /**
   * Takes in what a commit changed, of this process or of another one.
   * @returns by how much the number of closings grew
   */
  apply({ opened = [], closed = [], moved, retired, emptied, forgotten, next = 1, current = 1 }: OpenRowsNote): number {
    let closings = 0;
    for (const [generation, rows] of opened) this.#countsOf(generation).rows += rows;
    for (const [generation, rows] of closed) {
      this.#countsOf(generation).closed += rows;
      closings += rows;
    }
    if (moved) {
      this.#moves.set(moved.from, { to: moved.to, by: moved.by });
      this.#countsOf(moved.from).closed += moved.rows;
      this.#countsOf(moved.to).rows += moved.rows;
      closings += moved.rows;
    }
    if (retired !== undefined) this.#retire(retired);
    if (emptied !== undefined) {
      for (const each of this.#retired.filter(({ generation }) => generation === emptied)) {
        each.isDropped = true;
        this.#keepForReaders(each);
      }
    }
    if (forgotten !== undefined) {
      const [generation, rows] = forgotten;
      this.#retired = this.#retired.filter((other) => other.generation !== generation);
      this.#generations.delete(generation);
      closings -= rows;
    }
    this.#nextStored = Math.max(this.#nextStored, next);
    this.#nextNumber = Math.max(this.#nextNumber, next);
    this.#current = Math.max(this.#current, current);
    return closings;
  }

  #retire(generation: number): void {
    const counts = this.#generations.get(generation);
    if (counts === undefined) return;
    this.#generations.delete(generation);
    const each = { generation, closings: counts.rows, before: 0, sinceMs: 0, isDropped: false };
    this.#keepForReaders(each);
    this.#retired.push(each);
  }

  #keepForReaders(each: Retired): void {
    each.before = this.#visibility.nextReader;
    each.sinceMs = performance.now();
  }

  #isUnread({ before, sinceMs }: Retired): boolean {
    const forOthers = this.otherReadersMs;
    return this.#visibility.areGoneBefore(before) && (forOthers === null || performance.now() - sinceMs >= forOthers);
  }

  #notClosedSql(): string {
    const live = this.#visibility.liveSql("commit_number");
    return `open_number NOT IN (SELECT open_number FROM closed_calls WHERE true${live})${live}`;
  }

  #countsOf(generation: number): Generation {
    const counts = this.#generations.get(generation) ?? { rows: 0, closed: 0 };
    this.#generations.set(generation, counts);
    return counts;
  }

  /** Returns the newest number of a commit that is stored. */
  async lastCommit(): Promise<number> {
    const [last] = await this.#store.read<{ commit: number }>({
      sql: `SELECT greatest(maxIf(commit_number, commit_number < ${PARKED_COMMITS}), (SELECT max(commit_number) FROM call_names), (SELECT max(commit_number) FROM call_turns), (SELECT max(commit_number) FROM call_tops), (SELECT max(commit_number) FROM removals)) AS commit
FROM call_rows`,
    });
    return last?.commit ?? 0;
  }

  /**
   * Reads the state from the table, when the service starts and after a failed insert. A row is closed if its call has
   * a finished row or was moved: so a call whose group was not completely stored is neither lost nor doubled.
   */
  async recover(): Promise<void> {
    const [last] = await this.#store.read<{ openNumber: number; generation: number }>({
      sql: "SELECT max(open_number) AS openNumber, max(generation) AS generation FROM call_rows",
    });
    const commit = Math.max(this.#visibility.committed, await this.lastCommit());
    this.#nextNumber = Math.max(this.#nextNumber, (last?.openNumber ?? 0) + 1);
    this.#current = Math.max(this.#current, last?.generation ?? 0) + 1;
    await this.#store.command(`INSERT INTO closed_calls (open_number, generation, commit_number)
SELECT open_number, generation, ${commit} FROM call_rows
WHERE generation > 0 AND ${this.#notClosedSql()} AND (
  (project_id, id) IN (
    SELECT project_id, id FROM call_rows
    WHERE generation = 0 AND (project_id, id) IN (SELECT project_id, id FROM call_rows WHERE generation > 0))
  OR open_number NOT IN (SELECT max(open_number) FROM call_rows WHERE generation > 0 GROUP BY project_id, id))`);
    const rows = await this.#store.read<{ generation: number; rows: number; closed: number }>({
      sql: `SELECT generation, count() AS rows, countIf(open_number IN (SELECT open_number FROM closed_calls)) AS closed
FROM call_rows WHERE generation > 0 GROUP BY generation`,
    });
    const retired = new Set(this.#retired.map(({ generation }) => generation));
    this.#generations.clear();
    for (const { generation, ...counts } of rows)
      if (!retired.has(generation)) this.#generations.set(generation, counts);
    const closings = [...this.#generations.values(), ...this.#retired.map(({ closings: closed }) => ({ closed }))];
    const found = closings.reduce((sum, { closed }) => sum + closed, 0);
    this.#visibility.publish(commit, found - this.#visibility.closings);
  }

  /**
   * Reads the state from the tables where groups are stored as a whole or not at all, while no group is written.
   * @returns the number of closings
   */
  async read(): Promise<number> {
    const live = this.#visibility.liveSql("commit_number");
    const [last] = await this.#store.read<{ number: number; generation: number }>({
      sql: `SELECT greatest(max(open_number), (SELECT max(open_number) FROM closed_calls)) AS number,
  greatest(max(call_rows.generation), (SELECT max(generation) FROM closed_calls)) AS generation FROM call_rows`,
    });
    const rows = await this.#store.read<{ generation: number; rows: number; closed: number }>({
      sql: `SELECT generation, count() AS rows, countIf(open_number IN (SELECT open_number FROM closed_calls WHERE true${live})) AS closed
FROM call_rows WHERE generation > 0${live} GROUP BY generation`,
    });
    const closings = await this.#store.read<{ generation: number; rows: number }>({
      sql: `SELECT generation, count() AS rows FROM closed_calls WHERE true${live} GROUP BY generation`,
    });
    this.#generations.clear();
    this.#retired = [];
    for (const { generation, ...counts } of rows) this.#generations.set(generation, counts);
    for (const { generation, rows: closed } of closings) {
      if (this.#generations.has(generation)) continue;
      // The rows are gone already.
      const each = { generation, closings: closed, before: 0, sinceMs: 0, isDropped: true };
      this.#keepForReaders(each);
      this.#retired.push(each);
    }
    this.#nextNumber = Math.max(this.#nextNumber, (last?.number ?? 0) + 1);
    this.#nextStored = this.#nextNumber;
    this.#current = Math.max(this.#current, (last?.generation ?? 0) + 1);
    return closings.reduce((sum, { rows: closed }) => sum + closed, 0);
  }

  /** Removes what is closed, as far as readers permit. */
  async clean(steps: CleaningSteps): Promise<void> {
    await this.#removeRetired(steps);
    if ((this.#generations.get(this.#current)?.closed ?? 0) > 0) this.#current += 1;
    for (const [generation, counts] of [...this.#generations]) {
      // Moving fewer rows than were closed keeps the cost in proportion to the calls that end.
      if (generation === this.#current || counts.closed * 2 < counts.rows) continue;
      await steps.alone(async (commit) => {
        const found = this.#generations.get(generation);
        if (found === undefined || generation === this.#current) return null;
        const left = found.rows - found.closed;
        const moved = left > 0 ? await this.#move(generation, left, commit) : null;
        return { moved, retired: generation, ...this.place };
      });
    }
    await this.#removeRetired(steps);
  }

  /** True when a later `clean` may remove more without anything being written. */
  get isWaiting(): boolean {
    return this.#retired.length > 0;
  }

  /** Returns true when calls that were remembered before have lost their way. */
  forgetMoves(): boolean {
    if (this.#moves.size <= MAX_MOVES) return false;
    this.#moves.clear();
    return true;
  }

  async #move(generation: number, left: number, commit: number): Promise<MovedRows | null> {
    const from = `FROM call_rows WHERE generation = ${generation} AND ${this.#notClosedSql()}`;
    const [open] = await this.#store.read<{ first: number; last: number }>({
      sql: `SELECT min(open_number) AS first, max(open_number) AS last ${from}`,
    });
    if (open === undefined) return null;
    const move: Move = { to: this.#current, by: this.#nextNumber - open.first };
    this.#nextNumber += open.last - open.first + 1;
    const replaced: Readonly<Record<string, string>> = {
      open_number: `open_number + ${move.by}`,
      generation: String(move.to),
      commit_number: `if(commit_number >= ${PARKED_COMMITS}, ${this.parkedCommit(commit)}, ${commit})`,
    };
    await this.#store.command(
      `INSERT INTO call_rows (${callColumns.map(({ name }) => name).join(", ")})
SELECT ${callColumns.map(({ name }) => replaced[name] ?? name).join(", ")} ${from}`,
    );
    await this.#store.command(
      `INSERT INTO closed_calls (open_number, generation, commit_number)
SELECT open_number, generation, ${commit} ${from}`,
    );
    return { from: generation, to: move.to, by: move.by, rows: left };
  }

  /** First the rows, when every reader knows that they are closed; then the list of them, which those readers used. */
  async #removeRetired({ removing }: CleaningSteps): Promise<void> {
    for (const { generation } of [...this.#retired]) {
      const found = () => this.#retired.find((each) => each.generation === generation);
      const isDue = (isDropped: boolean) => {
        const each = found();
        return each !== undefined && each.isDropped === isDropped && this.#isUnread(each);
      };
      if (isDue(false)) {
        await removing(async () => {
          if (!isDue(false)) return null;
          await this.#store.command(`ALTER TABLE call_rows DROP PARTITION ${generation}`);
          return { emptied: generation };
        });
      }
      if (isDue(true)) {
        await removing(async () => {
          const each = found();
          if (each === undefined || !isDue(true)) return null;
          await this.#store.command(
            `ALTER TABLE closed_calls DELETE WHERE generation = ${generation} SETTINGS mutations_sync = 1`,
          );
          const forgotten: GenerationCount = [generation, each.closings];
          return { forgotten };
        });
      }
    }
  }
}
