import type { z } from "zod";
import type { costQuery } from "@/lib/api/contract/costs/costs";
import type { Operand } from "@/lib/api/contract/query/query-expression";
import type { Sort } from "@/lib/table/sort";

export type CostQuery = z.input<typeof costQuery>;

/** The filters in the address. */
export interface CostSelection {
  readonly q: string;
  readonly models: readonly string[];
  readonly providers: readonly string[];
  /** The query expression that was typed; null for none. */
  readonly condition: Operand | null;
  /** Ids of excluded records: superseded ones while they are hidden. */
  readonly leftOut: readonly string[];
}

const field = ($getField: string): Operand => ({ $getField });
const literal = ($literal: string): Operand => ({ $literal });

const has = (name: string, words: string): Operand => ({
  $contains: { input: field(name), substr: literal(words), case_insensitive: true },
});

const isAnyOf = (name: string, values: readonly string[]): Operand => ({ $in: [field(name), values.map(literal)] });

/** Returns the filters as a query expression; undefined when all records are requested. */
export function costExpression({ q, models, providers, condition, leftOut }: CostSelection): CostQuery["query"] {
  const words = q.trim();
  const conditions: Operand[] = [];
  if (models.length > 0) conditions.push(isAnyOf("llm_id", models));
  if (providers.length > 0) conditions.push(isAnyOf("provider_id", providers));
  if (words !== "") conditions.push({ $or: [has("llm_id", words), has("provider_id", words)] });
  if (condition !== null) conditions.push(condition);
  if (leftOut.length > 0) conditions.push({ $not: [isAnyOf("id", leftOut)] });
  return conditions.length === 0 ? undefined : { $expr: { $and: conditions } };
}

interface PageOptions {
  readonly projectId: string;
  readonly selection: CostSelection;
  readonly fields: readonly string[];
  readonly sort: Sort;
  readonly limit: number;
  readonly offset: number;
}

/** Without these fields a record can be neither named nor grouped under its successor. */
const ALWAYS = ["id", "llm_id", "effective_date"] as const;

/** Returns the request for one page of the list, plus one record, which shows whether there is another page. */
export function pricePageRequest({ projectId, selection, fields, sort, limit, offset }: PageOptions): CostQuery {
  const query = costExpression(selection);
  return {
    project_id: projectId,
    fields: [...new Set([...ALWAYS, ...fields])],
    ...(query ? { query } : {}),
    // Equal records have a fixed order; otherwise a page could repeat records of another page.
    sort_by: [sort, ...["llm_id", "effective_date", "id"].filter((name) => name !== sort.field).map(descending)],
    limit: limit + 1,
    offset,
  };
}

function descending(name: string): Sort {
  return { field: name, direction: name === "llm_id" ? "asc" : "desc" };
}

/** Returns the request for all records of a project with the fields that map, history, status and what-if need. */
export function allRequest(projectId: string): CostQuery {
  return { project_id: projectId };
}

/** Returns the request for one record with all its fields. */
export function recordRequest(projectId: string, id: string): CostQuery {
  return { project_id: projectId, query: { $expr: { $eq: [field("id"), literal(id)] } }, limit: 1 };
}

/** Limits a page length that was typed into the address. */
export function pageLength(limit: number): number {
  return Math.min(5000, Math.max(1, limit));
}
