import type { ReadView } from "@/lib/sql/read-view";
import { sqlView } from "@/lib/sql/sql-views";
import { HAS_OWN_USAGE_SQL, OP_KEY_SQL, resolveCallField } from "@/service/traces/store/calls/call-fields";
import { IS_TURN_SQL, STORED_CALLS_SQL, THREAD_ID_SQL } from "@/service/traces/store/calls/visible-calls";
import type { SqlParams } from "@/service/traces/store/engine/sql-params";
import { payloadSearchSql } from "@/service/traces/store/expression/payload-search";
import { numberedVersions } from "@/service/traces/store/objects/object-versions";
import {
  NOTE_TYPE,
  SCORE_NAME_SQL,
  SCORE_SOURCE_SQL,
  SCORE_VALUE_SQL,
} from "@/service/traces/store/scores/score-source";

/** SQL of the costs that a query reads; NULL where it reads none. */
export interface CostSql {
  readonly ofCall: string;
  readonly ofEntry: string;
}

/** The query of a view: what stands for each of its columns, in their order, and where it is read from. */
interface ViewQuery {
  readonly columns: readonly string[];
  readonly from: string;
}

/**
 * More rows than any view has. The engine carries no condition of a caller into a query with a limit: it would else try the
 * condition on rows of other projects that are stored next to those of this one, and an error would tell what they contain.
 */
const BARRIER = "LIMIT 9223372036854775807";

/** Returns the query of a view. It requires the parameter `projectId`. */
export function viewSql(view: ReadView, costs: CostSql, params: SqlParams): string {
  const names = sqlView(view.name)?.columns.map(({ name }) => name) ?? [];
  const { columns, from } = queryOf(view, costs, params);
  // The names of the view come in a query around it: within, they would hide the columns of the tables.
  const inner = columns.map((sql, index) => `${sql} AS column_${index}`).join(", ");
  const outer = names.map((name, index) => `column_${index} AS ${name}`).join(", ");
  return `SELECT ${outer} FROM (SELECT ${inner} FROM ${from} ${BARRIER})`;
}

function queryOf(view: ReadView, costs: CostSql, params: SqlParams): ViewQuery {
  switch (view.name) {
    case "calls":
      return callsView(view, costs, params);
    case "threads":
      return THREADS;
    case "scores":
      return SCORES;
    case "usage":
      return usageView(view, costs);
    case "objects":
      return OBJECTS;
    case "table_rows":
      return TABLE_ROWS;
    default:
      throw new RangeError(`There is no view ${view.name}.`);
  }
}

const storedCalls = ({ bounds }: ReadView) =>
  [STORED_CALLS_SQL, ...bounds.map((bound) => `call_rows.started_at ${bound}`)].join(" AND ");

function callsView(view: ReadView, costs: CostSql, params: SqlParams): ViewQuery {
  const field = (path: string) => resolveCallField(path, params);
  const sqlOf = (path: string) => {
    const resolved = field(path);
    return "sql" in resolved ? resolved.sql : resolved.path.text;
  };
  return {
    columns: [
      "id",
      "trace_id",
      ...["parent_id", "thread_id", "turn_id"].map(sqlOf),
      asText(OP_KEY_SQL),
      sqlOf("display_name"),
      asText(sqlOf("summary.weave.status")),
      asText(sqlOf("source")),
      ...["model", "svc_user_id", "svc_run_id"].map((path) => asOptionalText(sqlOf(path))),
      "call_rows.started_at",
      "ended_at",
      "latency_ms",
      ...["summary.weave.prompt_tokens", "summary.weave.completion_tokens", "summary.weave.total_tokens"].map(sqlOf),
      costs.ofCall,
      sqlOf("exception"),
      ...["attributes", "inputs", "output", "summary"].map(payloadSearchSql),
      "inputs_size",
      "output_size",
    ],
    from: `call_rows WHERE ${storedCalls(view)}`,
  };
}

/** Columns whose values are few are stored as numbers of them, which is no concern of a caller. */
const asText = (sql: string) => `CAST(${sql}, 'String')`;
const asOptionalText = (sql: string) => `CAST(nullIf(${sql}, ''), 'Nullable(String)')`;

const THREADS: ViewQuery = {
  columns: [
    THREAD_ID_SQL,
    `countIf(${IS_TURN_SQL})`,
    "count()",
    "countIf(status = 'error')",
    asOptionalText("argMax(user_id, call_rows.started_at)"),
    "min(call_rows.started_at)",
    "max(ifNull(ended_at, call_rows.started_at))",
    `avgOrNullIf(latency_ms, ${IS_TURN_SQL} AND latency_ms >= 0)`,
  ],
  from: `call_rows WHERE ${STORED_CALLS_SQL} AND ${THREAD_ID_SQL} != '' GROUP BY ${THREAD_ID_SQL}`,
};

const subjectOf = (kind: "call" | "thread") => {
  const prefix = `concat('weave:///', {projectId:String}, '/${kind}/')`;
  return `if(startsWith(weave_ref, ${prefix}), substring(weave_ref, length(${prefix}) + 1), NULL)`;
};

const SCORES: ViewQuery = {
  columns: [
    "id",
    subjectOf("call"),
    subjectOf("thread"),
    "weave_ref",
    SCORE_NAME_SQL,
    SCORE_SOURCE_SQL,
    SCORE_VALUE_SQL,
    `multiIf(${SCORE_VALUE_SQL} = 'true', 1, ${SCORE_VALUE_SQL} = 'false', 0, toFloat64OrNull(${SCORE_VALUE_SQL}))`,
    asOptionalText("user_id"),
    "created_at",
    "payload",
  ],
  from: `feedback FINAL WHERE feedback.project_id = {projectId:String} AND is_purged = 0 AND feedback_type != '${NOTE_TYPE}'`,
};

const usageView = (view: ReadView, costs: CostSql): ViewQuery => ({
  columns: [
    "call_rows.id",
    "trace_id",
    asText(OP_KEY_SQL),
    asText("call_source"),
    asOptionalText("user_id"),
    "call_rows.started_at",
    "used.model",
    ...["requests", "prompt", "completion", "total", "cache_read"].map((count) => `toFloat64(used.${count})`),
    costs.ofEntry,
  ],
  from: `call_rows ARRAY JOIN model_tokens AS used WHERE ${storedCalls(view)} AND ${HAS_OWN_USAGE_SQL}`,
});

const OBJECTS: ViewQuery = {
  columns: [
    "objectId",
    asText("kind"),
    asOptionalText("if(leafObjectClass = '', baseObjectClass, leafObjectClass)"),
    "digest",
    "toUInt64(versionIndex)",
    "isLatest",
    asOptionalText("userId"),
    "toDateTime64(createdAt, 6, 'UTC')",
    "sizeBytes",
  ],
  from: `(${numberedVersions("1").replaceAll("{project:String}", "{projectId:String}")}) WHERE isNull(deletedAt)`,
};

/** Positions are read again for each copy of a table, until they merge; FINAL leaves one. */
const TABLE_ROWS: ViewQuery = {
  columns: ["places.table_digest", "places.position", "places.row_digest", "table_rows.val"],
  from: `table_rows INNER JOIN (
    SELECT table_digest, position, row_id, row_digest FROM table_positions FINAL
    WHERE table_positions.project_id = {projectId:String}
      AND table_digest IN (SELECT digest FROM tables WHERE tables.project_id = {projectId:String})
  ) AS places ON table_rows.row_id = places.row_id
  WHERE table_rows.project_id = {projectId:String}`,
};
