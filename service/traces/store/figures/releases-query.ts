import { callsWhereClause } from "@/service/traces/store/calls/call-keys";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { Query } from "@/service/traces/store/engine/store";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";
import { callKeyText } from "./call-groups";
import { type FiguresRange, rangeCondition } from "./figures-query";
import { RELEASE_FIELD } from "./new-failures";

export interface ReleaseRow {
  readonly release: string;
  readonly firstAt: EngineTime;
  readonly calls: number;
  /** The first call of the range, with or without a release. */
  readonly begin: EngineTime;
}

/** Returns the releases that calls of a range name, those with the newest first call first. */
export function releasesQuery(
  projectId: string,
  range: Pick<FiguresRange, "after" | "before">,
  limit: number,
): Pick<Query, "sql" | "params"> {
  const params = new SqlParams("release_");
  const release = callKeyText(RELEASE_FIELD, params).sql;
  const where = callsWhereClause(projectId, [rangeCondition(range)]);
  return {
    sql: `SELECT release, toString(first) AS firstAt, calls, toString(least_of_all) AS begin FROM (
  SELECT release, min(at) AS first, count() AS calls, min(first) OVER () AS least_of_all
  FROM (SELECT ${release} AS release, call_rows.started_at AS at FROM call_rows WHERE ${where.sql})
  GROUP BY release)
WHERE release != '' ORDER BY first DESC, release DESC LIMIT ${limit}`,
    params: { ...where.params, ...params.values() },
  };
}
