/**
 * The designs that the calls store was chosen from. Every design contains the same calls (`source` has them complete),
 * written as a service would have: starts first, ends a batch later, merged by the engine in between.
 */
export interface Design {
  readonly name: string;
  readonly tables: readonly string[];
  readonly create: readonly string[];
  /** Statements that write the starts of one batch, and those that write its ends. `from` and `to` bound `n`. */
  readonly starts: (from: number, to: number) => readonly string[];
  readonly ends: (from: number, to: number) => readonly string[];
  readonly queries: Readonly<Record<QueryName, string>>;
}

export const queryNames = [
  "latest 50 roots",
  "latest 50 roots with payload",
  "count, errors, p99",
  "hourly histogram",
  "filter by inputs.user",
  "substring in payload",
  "trace by id",
  "call by id",
  "threads",
] as const;
export type QueryName = (typeof queryNames)[number];

const DURABLE = "fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1";
const projections = `deduplicate_merge_projection_mode = 'rebuild', ${DURABLE}`;

const IDENTITY_DECLARED = `project_id LowCardinality(String), id String, trace_id String, parent_id String,
  thread_id String, turn_id String, op_name LowCardinality(String), started_at DateTime64(6, 'UTC')`;
const END_DECLARED = "ended_at Nullable(DateTime64(6, 'UTC')), exception Nullable(String), summary String";
const BY_ID = `PROJECTION by_id (SELECT project_id, id, started_at ORDER BY project_id, id),
  PROJECTION by_trace (SELECT project_id, trace_id, started_at, id ORDER BY project_id, trace_id)`;
const BLOOMS = "INDEX b_id id TYPE bloom_filter(0.01), INDEX b_trace trace_id TYPE bloom_filter(0.01)";

const ID_COLUMNS = "project_id, id, trace_id, parent_id, thread_id, turn_id, op_name, started_at";
const END_COLUMNS = "ended_at, exception, summary";
const LIST_COLUMNS = "id, trace_id, op_name, started_at, ended_at, exception, summary";
const IN_PROJECT = "project_id = 'e/p'";
/** Values that the generated calls contain; see `sourceSelect`. */
const SOME_TRACE = "(SELECT trace_id FROM source WHERE n = (SELECT intDiv(max(n), 2) FROM source))";
const SOME_ID = "(SELECT id FROM source WHERE n = (SELECT intDiv(max(n), 3) FROM source))";

const stats = (from: string, where = IN_PROJECT) =>
  `SELECT count() AS c, countIf(exception IS NOT NULL) AS e, quantile(0.99)(dateDiff('millisecond', started_at, ended_at)) AS p99 FROM ${from} WHERE ${where}`;
const histogram = (from: string, where = IN_PROJECT) =>
  `SELECT toStartOfHour(started_at) AS h, count() AS c, countIf(exception IS NOT NULL) AS e FROM ${from} WHERE ${where} GROUP BY h ORDER BY h`;
const threads = (from: string, where = IN_PROJECT) =>
  `SELECT thread_id, count() AS turns, min(started_at) AS s, max(ended_at) AS l, quantile(0.5)(dateDiff('millisecond', started_at, ended_at)) AS p50 FROM ${from} WHERE ${where} AND id = turn_id AND thread_id != '' GROUP BY thread_id ORDER BY l DESC LIMIT 50`;
const IS_OF_USER = "JSONExtractString(inputs, 'user') = 'user-42'";
const HAS_NEEDLE = "(inputs LIKE '%needle-777%' OR output LIKE '%needle-777%')";

/** One complete row per call, written once: the reference for the cost of merging. */
export const plain: Design = {
  name: "plain",
  tables: ["plain"],
  create: [
    `CREATE TABLE plain (${IDENTITY_DECLARED}, ${END_DECLARED}, attributes String, inputs String, output String, ${BLOOMS}) ENGINE = MergeTree ORDER BY (project_id, started_at, id) SETTINGS ${DURABLE}`,
  ],
  starts: () => [],
  ends: (from, to) => [
    `INSERT INTO plain (${ID_COLUMNS}, ${END_COLUMNS}, attributes, inputs, output) SELECT ${ID_COLUMNS}, ${END_COLUMNS}, attributes, inputs, output FROM source WHERE n >= ${from} AND n < ${to}`,
  ],
  queries: {
    "latest 50 roots": `SELECT ${LIST_COLUMNS} FROM plain WHERE ${IN_PROJECT} AND parent_id = '' ORDER BY started_at DESC, id DESC LIMIT 50`,
    "latest 50 roots with payload": `SELECT ${LIST_COLUMNS}, inputs, output FROM plain WHERE ${IN_PROJECT} AND parent_id = '' ORDER BY started_at DESC, id DESC LIMIT 50`,
    "count, errors, p99": stats("plain"),
    "hourly histogram": histogram("plain"),
    "filter by inputs.user": `SELECT ${LIST_COLUMNS} FROM plain WHERE ${IN_PROJECT} AND ${IS_OF_USER} ORDER BY started_at DESC, id DESC LIMIT 50`,
    "substring in payload": `SELECT count() AS c FROM plain WHERE ${IN_PROJECT} AND ${HAS_NEEDLE}`,
    "trace by id": `SELECT ${LIST_COLUMNS} FROM plain WHERE ${IN_PROJECT} AND trace_id = ${SOME_TRACE} ORDER BY started_at`,
    "call by id": `SELECT ${LIST_COLUMNS}, inputs, output FROM plain WHERE ${IN_PROJECT} AND id = ${SOME_ID}`,
    threads: threads("plain"),
  },
};

/** The keys of the calls that match, found without merging; then only those are merged. */
const keysOf = (table: string, condition: string) =>
  `(started_at, id) IN (SELECT started_at, id FROM ${table} WHERE ${IN_PROJECT} AND ${condition})`;

/** A: one table; the service writes the complete row again at the end of the call. */
export const wholeRow: Design = {
  name: "A whole row, replaced",
  tables: ["whole"],
  create: [
    `CREATE TABLE whole (${IDENTITY_DECLARED}, ${END_DECLARED}, attributes String, inputs String, output String, version UInt64, ${BY_ID}) ENGINE = ReplacingMergeTree(version) ORDER BY (project_id, started_at, id) SETTINGS ${projections}`,
  ],
  starts: (from, to) => [
    `INSERT INTO whole (${ID_COLUMNS}, attributes, inputs, version) SELECT ${ID_COLUMNS}, attributes, inputs, 1 FROM source WHERE n >= ${from} AND n < ${to}`,
  ],
  ends: (from, to) => [
    `INSERT INTO whole (${ID_COLUMNS}, ${END_COLUMNS}, attributes, inputs, output, version) SELECT ${ID_COLUMNS}, ${END_COLUMNS}, attributes, inputs, output, 2 FROM source WHERE n >= ${from} AND n < ${to}`,
  ],
  queries: {
    "latest 50 roots": `SELECT ${LIST_COLUMNS} FROM whole FINAL WHERE ${IN_PROJECT} AND parent_id = '' ORDER BY started_at DESC, id DESC LIMIT 50`,
    "latest 50 roots with payload": `SELECT ${LIST_COLUMNS}, inputs, output FROM whole FINAL WHERE ${IN_PROJECT} AND parent_id = '' ORDER BY started_at DESC, id DESC LIMIT 50`,
    "count, errors, p99": stats("whole FINAL"),
    "hourly histogram": histogram("whole FINAL"),
    "filter by inputs.user": `SELECT ${LIST_COLUMNS} FROM whole FINAL WHERE ${IN_PROJECT} AND ${keysOf("whole", IS_OF_USER)} ORDER BY started_at DESC, id DESC LIMIT 50`,
    "substring in payload": `SELECT uniqExact(id) AS c FROM whole WHERE ${IN_PROJECT} AND ${HAS_NEEDLE}`,
    "trace by id": `SELECT ${LIST_COLUMNS} FROM whole FINAL WHERE ${IN_PROJECT} AND ${keysOf("whole", `trace_id = ${SOME_TRACE}`)} ORDER BY started_at`,
    "call by id": `SELECT ${LIST_COLUMNS}, inputs, output FROM whole FINAL WHERE ${IN_PROJECT} AND ${keysOf("whole", `id = ${SOME_ID}`)}`,
    threads: threads("whole FINAL"),
  },
};

const any = (type: string) => `SimpleAggregateFunction(any, Nullable(${type}))`;
const merged = `(SELECT project_id, id, any(p.trace_id) AS trace_id, any(p.parent_id) AS parent_id, any(p.thread_id) AS thread_id, any(p.turn_id) AS turn_id, any(p.op_name) AS op_name, any(p.started_at) AS started_at, any(p.ended_at) AS ended_at, any(p.exception) AS exception, any(p.summary) AS summary FROM parts AS p WHERE ${IN_PROJECT} GROUP BY project_id, id)`;
const mergedWhere = (condition: string, extra: string) =>
  merged
    .replace(" FROM parts", `${extra} FROM parts`)
    .replace(` WHERE ${IN_PROJECT}`, ` WHERE ${IN_PROJECT} AND ${condition}`);

/** B: parts as they arrive, merged by column at every read. */
export const aggregated: Design = {
  name: "B parts, aggregated on read",
  tables: ["parts"],
  create: [
    `CREATE TABLE parts (project_id LowCardinality(String), id String, trace_id ${any("String")}, parent_id ${any("String")}, thread_id ${any("String")}, turn_id ${any("String")}, op_name ${any("String")}, started_at ${any("DateTime64(6, 'UTC')")}, ended_at ${any("DateTime64(6, 'UTC')")}, exception ${any("String")}, summary ${any("String")}, attributes ${any("String")}, inputs ${any("String")}, output ${any("String")}, INDEX b_trace trace_id TYPE bloom_filter(0.01)) ENGINE = AggregatingMergeTree ORDER BY (project_id, id) SETTINGS ${DURABLE}`,
  ],
  starts: (from, to) => [
    `INSERT INTO parts (${ID_COLUMNS}, attributes, inputs) SELECT ${ID_COLUMNS}, attributes, inputs FROM source WHERE n >= ${from} AND n < ${to}`,
  ],
  ends: (from, to) => [
    `INSERT INTO parts (project_id, id, ${END_COLUMNS}, output) SELECT project_id, id, ${END_COLUMNS}, output FROM source WHERE n >= ${from} AND n < ${to}`,
  ],
  queries: {
    "latest 50 roots": `SELECT ${LIST_COLUMNS} FROM ${merged} WHERE parent_id = '' ORDER BY started_at DESC, id DESC LIMIT 50`,
    "latest 50 roots with payload": `WITH page AS (SELECT id FROM ${merged} WHERE parent_id = '' ORDER BY started_at DESC, id DESC LIMIT 50) SELECT * FROM ${mergedWhere("id IN (SELECT id FROM page)", ", any(p.inputs) AS inputs, any(p.output) AS output")}`,
    "count, errors, p99": stats(merged),
    "hourly histogram": histogram(merged),
    "filter by inputs.user": `SELECT ${LIST_COLUMNS} FROM ${mergedWhere("id IN (SELECT id FROM parts WHERE JSONExtractString(coalesce(inputs, ''), 'user') = 'user-42')", "")} ORDER BY started_at DESC, id DESC LIMIT 50`,
    "substring in payload": `SELECT uniqExact(id) AS c FROM parts WHERE ${IN_PROJECT} AND ${HAS_NEEDLE}`,
    "trace by id": `SELECT ${LIST_COLUMNS} FROM ${mergedWhere(`id IN (SELECT id FROM parts WHERE ${IN_PROJECT} AND trace_id = ${SOME_TRACE})`, "")} ORDER BY started_at`,
    "call by id": `SELECT * FROM ${mergedWhere(`id = ${SOME_ID}`, ", any(p.inputs) AS inputs, any(p.output) AS output")}`,
    threads: threads(merged),
  },
};

const page = `page AS (SELECT ${LIST_COLUMNS} FROM skeleton FINAL WHERE ${IN_PROJECT} AND parent_id = '' ORDER BY started_at DESC, id DESC LIMIT 50)`;
const payloadOf = (table: string, column: string, keys: string) =>
  `(SELECT id AS call_id, any(${column}) AS ${column} FROM ${table} WHERE ${IN_PROJECT} AND (started_at, id) IN (SELECT started_at, id FROM ${keys}) GROUP BY call_id)`;

/** C: a small row that is replaced, and the payload written once in another table. */
export const skeleton: Design = {
  name: "C skeleton and payload",
  tables: ["skeleton", "call_inputs", "call_outputs"],
  create: [
    `CREATE TABLE skeleton (${IDENTITY_DECLARED}, ${END_DECLARED}, version UInt64, ${BY_ID}) ENGINE = ReplacingMergeTree(version) ORDER BY (project_id, started_at, id) SETTINGS ${projections}`,
    `CREATE TABLE call_inputs (project_id LowCardinality(String), started_at DateTime64(6, 'UTC'), id String, attributes String, inputs String) ENGINE = MergeTree ORDER BY (project_id, started_at, id) SETTINGS ${DURABLE}`,
    `CREATE TABLE call_outputs (project_id LowCardinality(String), started_at DateTime64(6, 'UTC'), id String, output String) ENGINE = MergeTree ORDER BY (project_id, started_at, id) SETTINGS ${DURABLE}`,
  ],
  starts: (from, to) => [
    `INSERT INTO call_inputs SELECT project_id, started_at, id, attributes, inputs FROM source WHERE n >= ${from} AND n < ${to}`,
    `INSERT INTO skeleton (${ID_COLUMNS}, version) SELECT ${ID_COLUMNS}, 1 FROM source WHERE n >= ${from} AND n < ${to}`,
  ],
  ends: (from, to) => [
    `INSERT INTO call_outputs SELECT project_id, started_at, id, output FROM source WHERE n >= ${from} AND n < ${to}`,
    `INSERT INTO skeleton (${ID_COLUMNS}, ${END_COLUMNS}, version) SELECT ${ID_COLUMNS}, ${END_COLUMNS}, 2 FROM source WHERE n >= ${from} AND n < ${to}`,
  ],
  queries: {
    "latest 50 roots": `SELECT ${LIST_COLUMNS} FROM skeleton FINAL WHERE ${IN_PROJECT} AND parent_id = '' ORDER BY started_at DESC, id DESC LIMIT 50`,
    "latest 50 roots with payload": `WITH ${page} SELECT page.*, i.inputs, o.output FROM page LEFT JOIN ${payloadOf("call_inputs", "inputs", "page")} AS i ON i.call_id = page.id LEFT JOIN ${payloadOf("call_outputs", "output", "page")} AS o ON o.call_id = page.id ORDER BY started_at DESC, id DESC`,
    "count, errors, p99": stats("skeleton FINAL"),
    "hourly histogram": histogram("skeleton FINAL"),
    "filter by inputs.user": `SELECT ${LIST_COLUMNS} FROM skeleton FINAL WHERE ${IN_PROJECT} AND ${keysOf("call_inputs", IS_OF_USER)} ORDER BY started_at DESC, id DESC LIMIT 50`,
    "substring in payload": `SELECT count() AS c FROM skeleton FINAL WHERE ${IN_PROJECT} AND (${keysOf("call_inputs", "inputs LIKE '%needle-777%'")} OR ${keysOf("call_outputs", "output LIKE '%needle-777%'")})`,
    "trace by id": `SELECT ${LIST_COLUMNS} FROM skeleton FINAL WHERE ${IN_PROJECT} AND ${keysOf("skeleton", `trace_id = ${SOME_TRACE}`)} ORDER BY started_at`,
    "call by id": `WITH k AS (SELECT started_at, id FROM skeleton WHERE ${IN_PROJECT} AND id = ${SOME_ID} LIMIT 1) SELECT s.*, i.inputs, o.output FROM (SELECT ${LIST_COLUMNS} FROM skeleton FINAL WHERE ${IN_PROJECT} AND (started_at, id) IN k) AS s LEFT JOIN ${payloadOf("call_inputs", "inputs", "k")} AS i ON i.call_id = s.id LEFT JOIN ${payloadOf("call_outputs", "output", "k")} AS o ON o.call_id = s.id`,
    threads: threads("skeleton FINAL"),
  },
};

const LAST_VALUE = "SimpleAggregateFunction(max, String)";
const first = (type: string) => `SimpleAggregateFunction(any, Nullable(${type}))`;
const started = `SELECT started_at, id FROM joined WHERE ${IN_PROJECT} AND bitAnd(kind, 1) = 1`;
/** Calls whose parts the engine has merged already, and calls whose parts are still separate. */
const joinedCalls = (columns: readonly string[]) => {
  const merge = columns.map((column) => `${mergeOf[column] ?? "max"}(p.${column}) AS ${column}`).join(", ");
  return `(SELECT started_at, id, ${columns.join(", ")} FROM joined WHERE ${IN_PROJECT} AND bitAnd(kind, 3) = 3 UNION ALL SELECT started_at, id, ${merge} FROM joined AS p WHERE ${IN_PROJECT} AND bitAnd(kind, 3) IN (1, 2) GROUP BY started_at, id HAVING bitAnd(groupBitOr(kind), 1) = 1)`;
};
const mergeOf: Readonly<Record<string, string>> = { ended_at: "any", exception: "any" };

/**
 * D: as B, but the service gives an end the start time of its call, so that the order key begins with time and the
 * parts of a call are adjacent. A call has one start row, so conditions on starts only read start rows.
 */
export const joined: Design = {
  name: "D parts under one key",
  tables: ["joined"],
  create: [
    `CREATE TABLE joined (project_id LowCardinality(String), started_at DateTime64(6, 'UTC'), id String, trace_id SimpleAggregateFunction(max, String), parent_id SimpleAggregateFunction(max, String), thread_id SimpleAggregateFunction(max, String), turn_id SimpleAggregateFunction(max, String), op_name SimpleAggregateFunction(max, LowCardinality(String)), kind SimpleAggregateFunction(groupBitOr, UInt8), ended_at ${first("DateTime64(6, 'UTC')")}, exception ${first("String")}, summary ${LAST_VALUE}, attributes ${LAST_VALUE}, inputs ${LAST_VALUE}, output ${LAST_VALUE}, ${BY_ID.replace("started_at ORDER BY project_id, id", "started_at, kind ORDER BY project_id, id")}) ENGINE = AggregatingMergeTree ORDER BY (project_id, started_at, id) SETTINGS ${projections}`,
  ],
  starts: (from, to) => [
    `INSERT INTO joined (${ID_COLUMNS}, kind, attributes, inputs) SELECT ${ID_COLUMNS}, 1, attributes, inputs FROM source WHERE n >= ${from} AND n < ${to}`,
  ],
  ends: (from, to) => [
    `INSERT INTO joined (project_id, started_at, id, kind, ${END_COLUMNS}, output) SELECT project_id, started_at, id, 2, ${END_COLUMNS}, output FROM source WHERE n >= ${from} AND n < ${to}`,
  ],
  queries: {
    "latest 50 roots": `SELECT ${LIST_COLUMNS} FROM joined FINAL WHERE ${IN_PROJECT} AND (started_at, id) IN (${started} AND parent_id = '' ORDER BY started_at DESC, id DESC LIMIT 50) ORDER BY started_at DESC, id DESC LIMIT 50`,
    "latest 50 roots with payload": `SELECT ${LIST_COLUMNS}, inputs, output FROM joined FINAL WHERE ${IN_PROJECT} AND (started_at, id) IN (${started} AND parent_id = '' ORDER BY started_at DESC, id DESC LIMIT 50) ORDER BY started_at DESC, id DESC LIMIT 50`,
    "count, errors, p99": stats(joinedCalls(["ended_at", "exception"]), "1"),
    "hourly histogram": histogram(joinedCalls(["exception"]), "1"),
    "filter by inputs.user": `SELECT ${LIST_COLUMNS} FROM joined FINAL WHERE ${IN_PROJECT} AND (started_at, id) IN (${started} AND ${IS_OF_USER} ORDER BY started_at DESC, id DESC LIMIT 50) ORDER BY started_at DESC, id DESC LIMIT 50`,
    "substring in payload": `SELECT count() AS c FROM ${joinedCalls(["inputs", "output"])} WHERE ${HAS_NEEDLE}`,
    "trace by id": `SELECT ${LIST_COLUMNS} FROM joined FINAL WHERE ${IN_PROJECT} AND ${keysOf("joined", `trace_id = ${SOME_TRACE}`)} ORDER BY started_at`,
    "call by id": `SELECT ${LIST_COLUMNS}, inputs, output FROM joined FINAL WHERE ${IN_PROJECT} AND ${keysOf("joined", `id = ${SOME_ID}`)}`,
    threads: threads(joinedCalls(["turn_id", "thread_id", "ended_at"]), "1"),
  },
};

/**
 * Calls of about 2 KB: traces of four calls (a root and three children), one error in fifty, one root in ten a turn of
 * a thread, text of which half does not compress. Ids are time-ordered, as the SDKs' are.
 */
export function sourceSelect(from: number, to: number): string {
  return `SELECT number AS n, 'e/p' AS project_id,
    concat('01900000-', leftPad(hex(number), 12, '0'), '-', leftPad(hex(cityHash64(number)), 16, '0')) AS id,
    concat('trace-', leftPad(hex(intDiv(number, 4)), 12, '0'), '-', hex(cityHash64(intDiv(number, 4)))) AS trace_id,
    number % 4 = 0 ? '' : concat('01900000-', leftPad(hex(number - number % 4), 12, '0'), '-', leftPad(hex(cityHash64(number - number % 4)), 16, '0')) AS parent_id,
    number % 40 = 0 ? concat('thread-', toString(intDiv(number, 400))) : '' AS thread_id,
    number % 40 = 0 ? id : '' AS turn_id,
    concat('weave:///e/p/op/op-', toString(number % 12), ':', 'digest') AS op_name,
    fromUnixTimestamp64Micro(toInt64(1750000000000000 + number * 300000 + cityHash64(number) % 900000), 'UTC') AS started_at,
    CAST(started_at + toIntervalMillisecond(5 + cityHash64(number, 1) % 4000), 'Nullable(DateTime64(6, \\'UTC\\'))') AS ended_at,
    number % 50 = 0 ? 'Traceback: ValueError' : NULL AS exception,
    concat('{"usage":{"gpt-4o":{"requests":1,"prompt_tokens":', toString(number % 2000), ',"completion_tokens":', toString(number % 300), ',"total_tokens":', toString(number % 2300), '}},"status_counts":{"success":1,"error":0}}') AS summary,
    '{"weave":{"client_version":"0.11.1","source":"js-sdk"},"env":"prod"}' AS attributes,
    concat('{"user":"user-', toString(cityHash64(number, 2) % 1000), '","model":"gpt-4o","temperature":0.7,"messages":[{"role":"system","content":"You are a helpful assistant that answers questions about orders."},{"role":"user","content":"', number % 1000 = 777 ? 'needle-777 ' : '', base64Encode(randomString(600, number)), '"}]}') AS inputs,
    concat('{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"', base64Encode(randomString(400, number + 1)), '"}}]}') AS output
  FROM numbers(${from}, ${to - from})`;
}
