import type { CallsFilter } from "@/lib/api/contract/calls";
import type { QueryExpression } from "@/lib/api/contract/expression";
import { type CallCondition, filterConditions } from "@/service/store/call-filter";
import { type CallOrder, orderByStart } from "@/service/store/call-keys";

/** What a request selects, as conditions over `call_parts`. */
export function callConditions(request: {
  filter?: CallsFilter | null | undefined;
  query?: QueryExpression | null | undefined;
}): CallCondition[] {
  return filterConditions(request.filter);
}

/** `sort_by` of a calls query: by start when absent, open when empty, always with the id as the last key. */
export function callOrder(
  sortBy: readonly { field: string; direction: "asc" | "desc" }[] | null | undefined,
): CallOrder {
  const [first, ...others] = sortBy ?? [];
  if (first?.field === "started_at" && others.length === 0) return orderByStart(first.direction);
  return orderByStart("asc");
}
