import type { BinaryInsert, Insert, Query, ResultTable, RowBlock, Store } from "@/service/traces/store/engine/store";
import { completeTextSql, type IndexedCalls, searchesText } from "@/service/traces/store/search/text-condition";
import { BEFORE_ALL_COMMITS, type CallVisibility, type Snapshot } from "./call-visibility";
import { removedSql } from "./removal";

/**
 * The condition that a row of `call_rows` is a stored call of a project: started, committed, and not deleted. Requires
 * the parameter `projectId`. {@link VisibleCalls} completes it when the query runs.
 */
export const STORED_CALLS_SQL = "{stored:Calls}";

/** The same for the calls of all projects. */
export const STORED_CALLS_OF_ALL_SQL = "{stored:CallsOfAll}";

/** A call's display name, empty when it has none; completed like {@link STORED_CALLS_SQL}. */
export const DISPLAY_NAME_SQL = "{display_name:Calls}";

/** A call's thread, empty without one; completed like {@link STORED_CALLS_SQL}. */
export const THREAD_ID_SQL = "{thread_id:Calls}";

/** A call's turn, empty without one. */
export const TURN_ID_SQL = "{turn_id:Calls}";

/** Whether a call is a turn of a thread. */
export const IS_TURN_SQL = "{is_turn:Calls}";

/** Whether a call is the top of a trace whose root has not come. */
export const IS_TOP_SQL = "{is_top:Calls}";

/** Whether a call is the first of its trace: a root, or its top while the root has not come. */
export const IS_FIRST_SQL = "{is_first:Calls}";

const PLACEHOLDER =
  /\{(?:stored:Calls|stored:CallsOfAll|display_name:Calls|(?:thread_id|turn_id|is_turn|is_top|is_first):Calls)\}/g;

/** A store whose queries see calls as they were when the query began. */
export class VisibleCalls implements Store {
  readonly #store: Store;
  readonly #visibility: CallVisibility;
  readonly #acknowledgedStored: (projectId: string | null) => Promise<void>;

  /** @param acknowledgedStored resolves when all acknowledged parts of a project's calls are stored; null for all projects */
  constructor(
    store: Store,
    visibility: CallVisibility,
    acknowledgedStored: (projectId: string | null) => Promise<void>,
  ) {
    this.#store = store;
    this.#visibility = visibility;
    this.#acknowledgedStored = acknowledgedStored;
  }

  get kind(): Store["kind"] {
    return this.#store.kind;
  }

  read<Row>(query: Query): Promise<Row[]> {
    return this.#whole(query, (completed) => this.#store.read<Row>(completed));
  }

  readTable(query: Query): Promise<ResultTable> {
    return this.#whole(query, (completed) => this.#store.readTable(completed));
  }

  async #whole<Result>(query: Query, read: (completed: Query) => Promise<Result>): Promise<Result> {
    if (readsCalls(query)) await this.#acknowledgedStored(projectOf(query));
    if (!isOfCalls(query)) return await read(query);
    const snapshot = this.#visibility.begin();
    try {
      return await read(this.#completed(query, snapshot));
    } finally {
      this.#visibility.end(snapshot);
    }
  }

  stream(query: Query): AsyncIterable<RowBlock> {
    return readsCalls(query) ? this.#streamCalls(query) : this.#store.stream(query);
  }

  /** The engine has chosen the parts to read when the first block arrives: a slow reader keeps nothing from removal. */
  async *#streamCalls(query: Query): AsyncGenerator<RowBlock, void, void> {
    await this.#acknowledgedStored(projectOf(query));
    const snapshot = this.#visibility.begin();
    try {
      for await (const block of this.#store.stream(this.#completed(query, snapshot))) {
        this.#visibility.end(snapshot);
        yield block;
      }
    } finally {
      this.#visibility.end(snapshot);
    }
  }

  insert(...inserts: readonly (Insert | BinaryInsert)[]): Promise<void> {
    return this.#store.insert(...inserts);
  }

  command(sql: string): Promise<void> {
    return this.#store.command(sql);
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  #completed(query: Query, snapshot: Snapshot): Query {
    const projectId = projectOf(query);
    const texts: Readonly<Record<string, string>> = {
      [STORED_CALLS_SQL]: this.#storedCalls(snapshot, projectId, "call_rows.project_id = {projectId:String} AND "),
      [STORED_CALLS_OF_ALL_SQL]: this.#storedCalls(snapshot, null, ""),
      [DISPLAY_NAME_SQL]:
        projectId !== null && this.#visibility.hasNames(projectId) ? RENAMED_SQL : "call_rows.display_name",
      [IS_TURN_SQL]: this.#visibility.hasTurnKinds(projectId) ? CORRECTED_KIND_SQL : "call_rows.is_turn",
      ...(this.#visibility.hasTops(projectId) ? TOP_SQL : NO_TOP_SQL),
      ...(this.#visibility.hasTurns(projectId) ? CORRECTED_SQL : PLAIN_SQL),
    };
    return {
      ...query,
      sql: completeTextSql(query.sql, this.#indexed(projectId)).replaceAll(
        PLACEHOLDER,
        (placeholder) => texts[placeholder] ?? placeholder,
      ),
      params: { ...query.params, committed: snapshot.committed },
    };
  }

  #indexed(projectId: string | null): IndexedCalls {
    const { rolledUp } = this.#visibility;
    const isIndexed = projectId !== null && rolledUp > BEFORE_ALL_COMMITS;
    return { upTo: isIndexed ? rolledUp : null, mayBeDamaged: this.kind === "embedded" };
  }

  /** Reading the id of every row takes longer than most queries, so each condition is added only where it decides. */
  #storedCalls({ hasClosings }: Snapshot, projectId: string | null, ofProject: string): string {
    const closed = hasClosings
      ? `
  AND call_rows.open_number NOT IN (SELECT open_number FROM closed_calls WHERE commit_number <= {committed:UInt64}${this.#visibility.liveSql("commit_number")})`
      : "";
    const deleted = this.#visibility.hasDeletions(projectId)
      ? `
  AND (call_rows.project_id, call_rows.started_at, call_rows.id) NOT IN (
    SELECT project_id, started_at, id FROM deleted_calls${projectId === null ? "" : " WHERE project_id = {projectId:String}"})`
      : "";
    const removed = this.#visibility
      .removalsIn(projectId)
      .map(
        (removal) => `
  AND NOT (${removedSql(removal, "call_rows.")})`,
      )
      .join("");
    const live = this.#visibility.liveSql("call_rows.commit_number");
    return `${ofProject}call_rows.commit_number <= {committed:UInt64}${live}${closed}${deleted}${removed}`;
  }
}

/** Also true for a query that sees rows which are not committed, or are closed. */
const readsCalls = ({ sql }: Query): boolean => sql.includes("call_rows") || sql.includes("call_names");

/** The only project whose calls a query sees; null when it may see those of others. */
function projectOf({ sql, params }: Query): string | null {
  const project = params?.projectId;
  return typeof project === "string" && !sql.includes(STORED_CALLS_OF_ALL_SQL) ? project : null;
}

const isOfCalls = ({ sql }: Query): boolean => sql.search(PLACEHOLDER) >= 0 || searchesText(sql);

const NAMES_SQL =
  "SELECT (groupArray(id), groupArray(display_name)) FROM call_names FINAL WHERE project_id = {projectId:String}";

const RENAMED_SQL = `transform(call_rows.id, tupleElement((${NAMES_SQL}), 1), tupleElement((${NAMES_SQL}), 2), call_rows.display_name)`;

const PLAIN_SQL: Readonly<Record<string, string>> = {
  [THREAD_ID_SQL]: "call_rows.thread_id",
  [TURN_ID_SQL]: "call_rows.turn_id",
};

/** A column of the lookup; its default for a call that is not corrected. */
const lookedUpSql = (column: "turn" | "changes_kind") =>
  `joinGet('call_turn_lookup', '${column}', sipHash64(call_rows.project_id, call_rows.id))`;

const NO_TOP_SQL: Readonly<Record<string, string>> = {
  [IS_TOP_SQL]: "0",
  [IS_FIRST_SQL]: "(call_rows.parent_id = '')",
};

const IS_LOOKED_UP_TOP = "joinGet('call_top_lookup', 'is_top', sipHash64(call_rows.project_id, call_rows.id)) = 1";

const TOP_SQL: Readonly<Record<string, string>> = {
  [IS_TOP_SQL]: `(${IS_LOOKED_UP_TOP})`,
  [IS_FIRST_SQL]: `(call_rows.parent_id = '' OR ${IS_LOOKED_UP_TOP})`,
};

const TURN = lookedUpSql("turn");
const BREAK = `position(${TURN}, '\\n')`;

/** Only where it decides: looking up every call of a range takes longer than the query. */
const CORRECTED_KIND_SQL = `call_rows.is_turn != ${lookedUpSql("changes_kind")}`;

const CORRECTED_SQL: Readonly<Record<string, string>> = {
  [THREAD_ID_SQL]: `if(${BREAK} = 0, call_rows.thread_id, substring(${TURN}, ${BREAK} + 1))`,
  [TURN_ID_SQL]: `if(${BREAK} = 0, call_rows.turn_id, substring(${TURN}, 1, ${BREAK} - 1))`,
};
