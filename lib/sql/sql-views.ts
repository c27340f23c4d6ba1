/** A column of a view. */
interface SqlColumn {
  readonly name: string;
  /** The type as the engine names it. */
  readonly type: string;
  readonly summary: string;
}

/** Rows of a project under a name that stays. */
export interface SqlView {
  readonly name: string;
  readonly summary: string;
  readonly columns: readonly SqlColumn[];
}

const TIME = "DateTime64(6, 'UTC')";
const TEXT = "String";
const OPTIONAL_TEXT = "Nullable(String)";
const COUNT = "UInt64";
const NUMBER = "Float64";

/** A line is `name type: what it is`. */
const columns = (...rows: readonly (readonly [name: string, type: string, summary: string])[]): readonly SqlColumn[] =>
  rows.map(([name, type, summary]) => ({ name, type, summary }));

const CALLS: SqlView = {
  name: "calls",
  summary: "One row for each call that has not been deleted.",
  columns: columns(
    ["id", TEXT, "The id of the call"],
    ["trace_id", TEXT, "The trace that it belongs to"],
    ["parent_id", OPTIONAL_TEXT, "The call above it; null for a root"],
    ["thread_id", OPTIONAL_TEXT, "The thread that it belongs to"],
    ["turn_id", OPTIONAL_TEXT, "The call that is the turn of the thread"],
    ["op", TEXT, "The name of the op, without its version"],
    ["display_name", OPTIONAL_TEXT, "The name that somebody gave the call"],
    ["status", TEXT, "success, error, descendant_error or running"],
    ["source", TEXT, "production, evaluation, training, playground or arena"],
    ["model", OPTIONAL_TEXT, "The models of its usage, with commas between them"],
    ["user_id", OPTIONAL_TEXT, "The user who stored the call"],
    ["run_id", OPTIONAL_TEXT, "The run that its client names"],
    ["started_at", TIME, "When it began"],
    ["ended_at", `Nullable(${TIME})`, "When it ended; null while it runs"],
    ["duration_ms", "Nullable(Int64)", "How long it took, in milliseconds"],
    [
      "tokens_in",
      "Nullable(Float64)",
      "Tokens of the requests, those of the calls below included where its client adds them",
    ],
    ["tokens_out", "Nullable(Float64)", "Tokens of the answers, counted as tokens_in"],
    ["tokens_total", "Nullable(Float64)", "All tokens, counted as tokens_in"],
    [
      "cost_usd",
      "Nullable(Float64)",
      "What lists show as its cost; sum cost_usd of usage, where each token counts once",
    ],
    ["exception", OPTIONAL_TEXT, "The text of its exception"],
    ["attributes", TEXT, "JSON; attributes.env is a member as text"],
    ["inputs", TEXT, "JSON of the arguments"],
    ["output", TEXT, "JSON of the result"],
    ["summary", TEXT, "JSON of the summary that its client sent"],
    ["inputs_bytes", COUNT, "The size of the inputs"],
    ["output_bytes", COUNT, "The size of the output"],
  ),
};

const THREADS: SqlView = {
  name: "threads",
  summary: "One row for each thread with a call.",
  columns: columns(
    ["id", TEXT, "The id of the thread"],
    ["turns", COUNT, "How many turns it has"],
    ["calls", COUNT, "How many calls it has, turns included"],
    ["errors", COUNT, "How many of its calls failed"],
    ["user_id", OPTIONAL_TEXT, "The user who stored its newest call"],
    ["started_at", TIME, "When its first call began"],
    ["updated_at", TIME, "When its last call ended, or began"],
    ["mean_turn_ms", "Nullable(Float64)", "The mean duration of its turns that ended, in milliseconds"],
  ),
};

const SCORES: SqlView = {
  name: "scores",
  summary: "One row for each score, annotation and reaction. Notes are not among them.",
  columns: columns(
    ["id", TEXT, "The id of the feedback"],
    ["call_id", OPTIONAL_TEXT, "The call that was scored"],
    ["thread_id", OPTIONAL_TEXT, "The thread that was scored"],
    ["subject", TEXT, "The ref of what was scored"],
    ["name", TEXT, "The name of the score"],
    ["source", TEXT, "scorer, annotation, reaction or feedback"],
    ["value", TEXT, "The value as JSON"],
    ["number", "Nullable(Float64)", "The value as a number; 1 and 0 for true and false"],
    ["user_id", OPTIONAL_TEXT, "The user who stored it"],
    ["created_at", TIME, "When it was stored"],
    ["payload", TEXT, "JSON of all that was stored"],
  ),
};

const USAGE: SqlView = {
  name: "usage",
  summary: "One row for each call that asked a model, and each model that it asked. Each token counts once.",
  columns: columns(
    ["call_id", TEXT, "The call that asked the model"],
    ["trace_id", TEXT, "The trace of the call"],
    ["op", TEXT, "The name of the op"],
    ["source", TEXT, "production, evaluation, training, playground or arena"],
    ["user_id", OPTIONAL_TEXT, "The user who stored the call"],
    ["started_at", TIME, "When the call began"],
    ["model", TEXT, "The model"],
    ["requests", NUMBER, "How often it was asked"],
    ["tokens_in", NUMBER, "Tokens of the requests, those of the cache included"],
    ["tokens_out", NUMBER, "Tokens of the answers"],
    ["tokens_total", NUMBER, "All tokens"],
    ["tokens_cached", NUMBER, "Tokens that came from the cache"],
    ["cost_usd", "Nullable(Float64)", "Their cost; null where the model has no price"],
  ),
};

const OBJECTS: SqlView = {
  name: "objects",
  summary: "One row for each version of an object that has not been deleted.",
  columns: columns(
    ["name", TEXT, "The name of the object"],
    ["kind", TEXT, "object or op"],
    ["class", OPTIONAL_TEXT, "The class that its value names"],
    ["digest", TEXT, "The digest of the version"],
    ["version", COUNT, "The number of the version, from 0"],
    ["is_latest", "UInt8", "1 for the newest version"],
    ["user_id", OPTIONAL_TEXT, "The user who stored it"],
    ["created_at", TIME, "When it was stored"],
    ["bytes", COUNT, "The size of its value"],
  ),
};

const TABLE_ROWS: SqlView = {
  name: "table_rows",
  summary: "One row for each row of a table.",
  columns: columns(
    ["table_digest", TEXT, "The digest of the table"],
    ["position", "UInt32", "The place of the row, from 0"],
    ["row_digest", TEXT, "The digest of the row"],
    ["row", TEXT, "JSON of the row; row.question is a member as text"],
  ),
};

/** The views that a query may read, and nothing else. */
export const SQL_VIEWS: readonly SqlView[] = [CALLS, THREADS, SCORES, USAGE, OBJECTS, TABLE_ROWS];

/** Columns with JSON, whose members are read by a path: `attributes.env`. */
export const JSON_COLUMNS: ReadonlySet<string> = new Set([
  "attributes",
  "inputs",
  "output",
  "summary",
  "payload",
  "row",
]);

/** Returns a view by its name in large or small letters. */
export function sqlView(name: string): SqlView | undefined {
  return SQL_VIEWS.find((view) => view.name === name.toLowerCase());
}

/** Says which views there are. */
export const unknownViewText = (name: string): string =>
  `There is no view ${name}; the views are ${SQL_VIEWS.map((view) => view.name).join(", ")}`;
