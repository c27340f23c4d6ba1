import type { Store } from "@/service/store/engine/store";
import { callColumns } from "./call-parts";
import type { CallVisibility } from "./call-visibility";
import type { OpenRow } from "./known-calls";

/** The commit number of rows that readers never see: ends without a start. */
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
  isDropped: boolean;
}

/** The rows of a generation that were still open have moved: their numbers have grown by `by`. */
interface Move {
  readonly to: number;
  readonly by: number;
}

/** More moves than this are forgotten, together with the calls that need them. */
const MAX_MOVES = 10_000;

const NOT_CLOSED = "open_number NOT IN (SELECT open_number FROM closed_calls)";

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
  #nextNumber = 1;
  #current = 1;

  constructor(store: Store, visibility: CallVisibility) {
    this.#store = store;
    this.#visibility = visibility;
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

  /** Counts the rows of a group that is stored. */
  count(opened: readonly OpenRow[], closed: readonly OpenRow[]): void {
    for (const { generation } of opened) this.#countsOf(generation).rows += 1;
    for (const { generation } of closed) this.#countsOf(generation).closed += 1;
  }

  #countsOf(generation: number): Generation {
    const counts = this.#generations.get(generation) ?? { rows: 0, closed: 0 };
    this.#generations.set(generation, counts);
    return counts;
  }

  /**
   * Reads the state from the table, when the service starts and after a failed insert. A row is closed if its call has
   * a finished row or was moved: so a call whose group was not completely stored is neither lost nor doubled.
   */
  async recover(): Promise<void> {
    const [last] = await this.#store.read<{ commitNumber: number; openNumber: number; generation: number }>({
      sql: `SELECT greatest(maxIf(commit_number, commit_number < ${NEVER_VISIBLE}), (SELECT max(commit_number) FROM call_names), (SELECT max(commit_number) FROM call_turns), (SELECT max(commit_number) FROM removals)) AS commitNumber,
  max(open_number) AS openNumber, max(generation) AS generation FROM call_rows`,
    });
    const commit = Math.max(this.#visibility.committed, last?.commitNumber ?? 0);
    this.#nextNumber = Math.max(this.#nextNumber, (last?.openNumber ?? 0) + 1);
    this.#current = Math.max(this.#current, last?.generation ?? 0) + 1;
    await this.#store.command(`INSERT INTO closed_calls (open_number, generation, commit_number)
SELECT open_number, generation, ${commit} FROM call_rows
WHERE generation > 0 AND ${NOT_CLOSED} AND (
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
   * Removes what is closed, as far as readers permit.
   * @param exclusively runs a step while no group is written
   */
  async clean(exclusively: (step: () => Promise<void>) => Promise<void>): Promise<void> {
    await this.#removeRetired();
    if ((this.#generations.get(this.#current)?.closed ?? 0) > 0) this.#current += 1;
    for (const [generation, counts] of [...this.#generations]) {
      // Moving fewer rows than were closed keeps the cost in proportion to the calls that end.
      if (generation === this.#current || counts.closed * 2 < counts.rows) continue;
      await exclusively(() => this.#retire(generation));
    }
    await this.#removeRetired();
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

  async #retire(generation: number): Promise<void> {
    const counts = this.#countsOf(generation);
    const left = counts.rows - counts.closed;
    if (left > 0) await this.#move(generation, left);
    this.#generations.delete(generation);
    this.#retired.push({
      generation,
      closings: counts.rows,
      before: this.#visibility.nextReader,
      isDropped: false,
    });
  }

  async #move(generation: number, left: number): Promise<void> {
    const [open] = await this.#store.read<{ first: number; last: number }>({
      sql: `SELECT min(open_number) AS first, max(open_number) AS last FROM call_rows WHERE generation = ${generation} AND ${NOT_CLOSED}`,
    });
    if (open === undefined) return;
    const move: Move = { to: this.#current, by: this.#nextNumber - open.first };
    this.#nextNumber += open.last - open.first + 1;
    const commit = this.#visibility.committed + 1;
    const replaced: Readonly<Record<string, string>> = {
      open_number: `open_number + ${move.by}`,
      generation: String(move.to),
      commit_number: `if(commit_number = ${NEVER_VISIBLE}, commit_number, ${commit})`,
    };
    const from = `FROM call_rows WHERE generation = ${generation} AND ${NOT_CLOSED}`;
    await this.#store.command(
      `INSERT INTO call_rows (${callColumns.map(({ name }) => name).join(", ")})
SELECT ${callColumns.map(({ name }) => replaced[name] ?? name).join(", ")} ${from}`,
    );
    await this.#store.command(
      `INSERT INTO closed_calls (open_number, generation, commit_number) SELECT open_number, generation, ${commit} ${from}`,
    );
    this.#moves.set(generation, move);
    this.#countsOf(generation).closed += left;
    this.#countsOf(move.to).rows += left;
    this.#visibility.publish(commit, left);
  }

  /** First the rows, when every reader knows that they are closed; then the list of them, which those readers used. */
  async #removeRetired(): Promise<void> {
    for (const each of this.#retired) {
      if (!each.isDropped && this.#visibility.areGoneBefore(each.before)) {
        await this.#store.command(`ALTER TABLE call_rows DROP PARTITION ${each.generation}`);
        each.isDropped = true;
        each.before = this.#visibility.nextReader;
      }
      if (each.isDropped && this.#visibility.areGoneBefore(each.before)) {
        await this.#store.command(
          `ALTER TABLE closed_calls DELETE WHERE generation = ${each.generation} SETTINGS mutations_sync = 1`,
        );
        this.#visibility.forgetClosings(each.closings);
        this.#retired = this.#retired.filter((other) => other !== each);
      }
    }
  }
}
