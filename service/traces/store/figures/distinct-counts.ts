import { callsWhereClause } from "@/service/traces/store/calls/call-keys";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { Store } from "@/service/traces/store/engine/store";
import { callKeyText } from "./call-groups";
import { bucketStart, type FiguresRequest, type Micros, rangeCondition } from "./figures-query";
import { groupsSql } from "./score-cells";

interface DistinctRequest extends Omit<FiguresRequest, "keyParams"> {
  /** The field whose different values are counted; calls without one do not count. */
  readonly of: string;
  /** The field that calls are grouped by; null for no groups. */
  readonly by: string | null;
}

interface DistinctCell {
  readonly calls: number;
  readonly values: number;
}

/** Counts of a set of calls: in total, and of the buckets that have any. */
interface DistinctCells {
  readonly whole: DistinctCell;
  readonly buckets: ReadonlyMap<Micros, DistinctCell>;
}

interface CellRow extends DistinctCell {
  readonly isWhole: 0 | 1;
  readonly isTotal: 0 | 1;
  readonly bucket: Micros;
  /** Empty for calls without a value. */
  readonly grouped: string;
}

function cellsOf(rows: readonly CellRow[]): DistinctCells {
  return {
    whole: rows.find(({ isWhole }) => isWhole === 1) ?? { calls: 0, values: 0 },
    buckets: new Map(rows.flatMap((row) => (row.isWhole === 1 ? [] : [[row.bucket, row] as const]))),
  };
}

/** Counts the different values of a field among calls, by bucket and group, groups with the most calls first. */
export async function readDistinctCounts(
  store: Store,
  { projectId, conditions, range, of, by }: DistinctRequest,
  signal: AbortSignal,
): Promise<{
  readonly all: DistinctCells;
  readonly groups: readonly (DistinctCells & { readonly value: string | null })[];
}> {
  const params = new SqlParams("distinct_");
  const counted = callKeyText(of, params).sql;
  const groups = groupsSql(by, params);
  const where = callsWhereClause(projectId, [...conditions, rangeCondition(range)]);
  const start = bucketStart(range);
  const rows = await store.read<CellRow>({
    sql: `SELECT grouping(start) AS isWhole, start AS bucket, isTotal, grouped, count() AS calls, uniqExact(counted) AS values
FROM (
  SELECT start, counted, tupleElement(part, 1) AS isTotal, tupleElement(part, 2) AS grouped
  FROM (
    SELECT ${start.sql} AS start, ${counted} AS counted,
      arrayJoin(arrayConcat([(1, '')], arrayMap(name -> (0, name), ${groups}))) AS part
    FROM call_rows WHERE ${where.sql})
  WHERE counted != '')
GROUP BY GROUPING SETS ((start, isTotal, grouped), (isTotal, grouped))
ORDER BY calls DESC, grouped`,
    params: { ...where.params, ...start.params, ...params.values() },
    signal,
  });
  const grouped = rows.filter(({ isTotal }) => isTotal === 0);
  const names = grouped.flatMap((row) => (row.isWhole === 1 ? [row.grouped] : []));
  return {
    all: cellsOf(rows.filter(({ isTotal }) => isTotal === 1)),
    groups: names.map((name) => ({
      value: name === "" ? null : name,
      ...cellsOf(grouped.filter((row) => row.grouped === name)),
    })),
  };
}
