import type { Call } from "@/lib/api/contract/calls/calls";
import type { RequestOf } from "@/lib/api/contract/operations";
import type { Operand, QueryExpression } from "@/lib/api/contract/query/query-expression";
import { parseTime } from "@/lib/format/time";
import type { Sort } from "@/lib/table/sort";
import type { CompiledSelection } from "./calls-query";
import { callFields, memberOf } from "./field-table";

export const PAGE_SIZE = 200;

/** Rows that are requested at once when new ones are added above the existing ones. */
const MAX_ROWS_PER_REQUEST = 5000;

/** Returns how many rows a list starts with so that all existing rows are loaded again together with the new ones. */
export function refreshLimit(loadedCount: number, newCount: number): number {
  const pages = Math.ceil((loadedCount + newCount) / PAGE_SIZE);
  return Math.min(MAX_ROWS_PER_REQUEST, Math.max(1, pages) * PAGE_SIZE);
}

/** Members of calls that every answer has, and payloads, which are loaded for the visible rows. */
const UNREQUESTED = ["id", "op_name", "trace_id", "started_at", "inputs", "output", "attributes"];

/** Members of calls that rows need besides those of their fields. */
const OF_ROWS = ["display_name", "parent_id", "ended_at", "exception", "svc_run_step"];

/** Columns of a row of the list besides its payload. */
export const skeletonColumns = [
  ...new Set([...OF_ROWS, ...callFields.filter(({ column }) => column !== undefined).map(memberOf)]),
].filter((member) => !UNREQUESTED.includes(member));

/** Times travel as seconds in floats: one extra millisecond keeps the newest row itself inside its own bound. */
const BOUND_SLACK_S = 0.001;

type ListBody = RequestOf<"calls.streamQuery">;

/** Adds a condition to an expression. */
export function withCondition(query: QueryExpression | undefined, condition: Operand): QueryExpression {
  return { $expr: query === undefined ? condition : { $and: [query.$expr, condition] } };
}

/** Calls that started after the newest one of a list. */
export function newerThan(newestAt: string): Operand {
  const newestMs = parseTime(newestAt) ?? 0;
  return { $gt: [{ $getField: "started_at" }, { $literal: newestMs / 1000 + BOUND_SLACK_S }] };
}

/**
 * Returns the request for one page of the list. Later pages are bounded by the start of the newest call of the first
 * page, so that new rows cannot shift them.
 */
export function pageBody(
  projectId: string,
  selection: CompiledSelection,
  sort: Sort,
  page: { offset: number; limit?: number; newestAt: string | null },
): ListBody {
  const query =
    page.newestAt === null ? selection.query : withCondition(selection.query, { $not: [newerThan(page.newestAt)] });
  const tieBreak = { field: "id", direction: sort.direction };
  return {
    project_id: projectId,
    filter: selection.filter,
    ...(query === undefined ? {} : { query }),
    sort_by: [{ field: sort.field, direction: sort.direction }, tieBreak],
    columns: skeletonColumns,
    include_costs: true,
    limit: page.limit ?? PAGE_SIZE,
    offset: page.offset,
  };
}

/** Returns the start of the newest of some calls, as it was written; null if there is none. */
export function latestStart(calls: readonly Pick<Call, "started_at">[]): string | null {
  let latest: string | null = null;
  for (const { started_at: startedAt } of calls) {
    if (latest === null || (parseTime(startedAt) ?? 0) > (parseTime(latest) ?? 0)) latest = startedAt;
  }
  return latest;
}

/** Returns the request for the newest call of a selection, in any order of the list. */
export function newestCallsBody(projectId: string, selection: CompiledSelection): ListBody {
  return {
    project_id: projectId,
    filter: selection.filter,
    ...(selection.query === undefined ? {} : { query: selection.query }),
    sort_by: [{ field: "started_at", direction: "desc" }],
    columns: ["started_at"],
    limit: 1,
  };
}

/** New calls that a live list shows above those it was opened with; beyond them it is opened again. */
export const MAX_INSERTED_ROWS = 500;

/** Returns the request for the calls that started after the newest one of a list, newest first. */
export function newCallsBody(projectId: string, selection: CompiledSelection, newestAt: string): ListBody {
  return {
    project_id: projectId,
    filter: selection.filter,
    query: withCondition(selection.query, newerThan(newestAt)),
    sort_by: [
      { field: "started_at", direction: "desc" },
      { field: "id", direction: "desc" },
    ],
    columns: skeletonColumns,
    include_costs: true,
    limit: MAX_INSERTED_ROWS,
  };
}

/** Returns the request for the number of calls of a selection. */
export function callCountBody(
  projectId: string,
  selection: Pick<CompiledSelection, "filter" | "query">,
): RequestOf<"calls.queryStats"> {
  return {
    project_id: projectId,
    filter: selection.filter,
    ...(selection.query === undefined ? {} : { query: selection.query }),
  };
}
