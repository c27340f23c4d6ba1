import type { z } from "zod";
import type { costQuery } from "@/lib/api/contract/costs/costs";
import type { Operand } from "@/lib/api/contract/query/query-expression";
import type { Sort } from "@/lib/table/sort";

import { parseCondition } from "./parse-condition";

export type CostQuery = z.input<typeof costQuery>;

/** What the address asks for. */
export interface CostSelection {
  readonly q: string;
  readonly models: readonly string[];
  readonly providers: readonly string[];
  /** A query expression as it was typed; empty for none. */
  readonly where: string;
  /** Records that are left out, by id: superseded ones while they are hidden. */
  readonly leftOut: readonly string[];
}

const field = ($getField: string): Operand => ({ $getField });
const literal = ($literal: string): Operand => ({ $literal });

const has = (name: string, words: string): Operand => ({
  $contains: { input: field(name), substr: literal(words), case_insensitive: true },
});

const isAnyOf = (name: string, values: readonly string[]): Operand => ({ $in: [field(name), values.map(literal)] });

/** The selection as a query expression; undefined when all records are wanted. */
export function costExpression({ q, models, providers, where, leftOut }: CostSelection): CostQuery["query"] {
  const words = q.trim();
  const conditions: Operand[] = [];
  if (models.length > 0) conditions.push(isAnyOf("llm_id", models));
  if (providers.length > 0) conditions.push(isAnyOf("provider_id", providers));
  if (words !== "") conditions.push({ $or: [has("llm_id", words), has("provider_id", words)] });
  const typed = parseCondition(where);
  if (typed.kind === "condition") conditions.push(typed.operand);
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

/** Without these a record can be neither named nor put under its successor. */
const ALWAYS = ["id", "llm_id", "effective_date"] as const;

/** The request for one page of the list. One record more is asked for: it tells whether another page follows. */
export function pricePageRequest({ projectId, selection, fields, sort, limit, offset }: PageOptions): CostQuery {
  const query = costExpression(selection);
  return {
    project_id: projectId,
    fields: [...new Set([...ALWAYS, ...fields])],
    ...(query ? { query } : {}),
    // Equal ones in a fixed order, or a page could repeat what another one had.
    sort_by: [sort, ...["llm_id", "effective_date", "id"].filter((name) => name !== sort.field).map(descending)],
    limit: limit + 1,
    offset,
  };
}

function descending(name: string): Sort {
  return { field: name, direction: name === "llm_id" ? "asc" : "desc" };
}

/** The request for all records of a project with all that they say: map, history, standings and what-if need it. */
export function allRequest(projectId: string): CostQuery {
  return { project_id: projectId };
}

/** The request for one record with everything that the service keeps of it. */
export function recordRequest(projectId: string, id: string): CostQuery {
  return { project_id: projectId, query: { $expr: { $eq: [field("id"), literal(id)] } }, limit: 1 };
}

/** A page length that was typed into the address, within what makes sense. */
export function pageLength(limit: number): number {
  return Math.min(5000, Math.max(1, limit));
}
