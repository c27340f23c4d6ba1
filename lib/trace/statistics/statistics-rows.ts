import type { Sort } from "@/lib/table/sort";
import type { OpStatistics } from "./trace-statistics";

/** The sort keys of the table: the names of its columns in the address. */
const statisticsFields = [
  "op",
  "count",
  "errorCount",
  "totalMs",
  "selfMs",
  "criticalMs",
  "p50Ms",
  "p99Ms",
  "tokensIn",
  "tokensOut",
  "costUsd",
] as const satisfies readonly (keyof OpStatistics)[];

type StatisticsField = (typeof statisticsFields)[number];

/** By self time, descending. */
export const DEFAULT_SORT: Sort = { field: "selfMs", direction: "desc" };

function isField(name: string): name is StatisticsField {
  return (statisticsFields as readonly string[]).includes(name);
}

/** Sorts the statistics of a trace; unknown values come last in both directions. */
export function sortedOps(ops: readonly OpStatistics[], sort: Sort): readonly OpStatistics[] {
  return sortedByField(ops, isField(sort.field) ? sort.field : "selfMs", sort.direction);
}

/** The fields of a row that a table can sort by. */
type SortedField<Row> = { [Field in keyof Row]: Row[Field] extends string | number | null ? Field : never }[keyof Row];

/** Sorts rows by one of their fields, then by op; unknown values come last in both directions. */
export function sortedByField<Row extends { readonly op: string }>(
  rows: readonly Row[],
  field: SortedField<Row>,
  direction: Sort["direction"],
): readonly Row[] {
  const sign = direction === "desc" ? -1 : 1;
  return [...rows].sort((left, right) => compare(left[field], right[field], sign) || left.op.localeCompare(right.op));
}

function compare(left: unknown, right: unknown, sign: 1 | -1): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  if (typeof left === "string") return sign * left.localeCompare(String(right));
  return sign * (Number(left) - Number(right));
}
