import type { CallsFilter } from "@/lib/api/contract/calls/calls";
import type { QueryExpression } from "@/lib/api/contract/query/query-expression";
import { SqlParams } from "@/service/store/engine/sql-params";
import { compileCondition } from "@/service/store/expression/compile-condition";
import type { FieldResolver } from "@/service/store/expression/fields";
import { compileOrder, type SortKey } from "@/service/store/expression/sort-order";
import { resolveCallField } from "./call-fields";
import { type CallCondition, filterConditions } from "./call-filter";
import { type CallSort, orderByStart } from "./call-keys";
import { type ExpandedPath, expandedField } from "./expanded-field";

/**
 * Returns what a request selects, as conditions over `call_rows`.
 * @param places whose refs the conditions resolve, the shallowest first
 * @throws InvalidRequestError or ForbiddenError, like the compilers
 */
export function callConditions(
  request: { filter?: CallsFilter | null | undefined; query?: QueryExpression | null | undefined },
  places: readonly ExpandedPath[] = [],
): CallCondition[] {
  const conditions = filterConditions(request.filter);
  if (request.query) {
    const params = new SqlParams();
    const resolve = resolver(places);
    let isOfOp = true;
    const { sql } = compileCondition(request.query.$expr, {
      resolve: (path, bound) => {
        if (path !== "op_name") isOfOp = false;
        return resolve(path, bound);
      },
      params,
    });
    conditions.push({ sql, params: params.values(), isOfOp });
  }
  return conditions;
}

/** Returns a resolver of call fields; fields behind a ref are looked up in its value. */
function resolver(places: readonly ExpandedPath[]): FieldResolver {
  return (path, params) => {
    const onTheWay = places.filter((place) => path.startsWith(`${place.path.join(".")}.`));
    return onTheWay.length > 0 ? expandedField(path, onTheWay, params) : resolveCallField(path, params);
  };
}

/**
 * Compiles `sort_by` of a calls query: by start when absent, no order when empty. The id is the last key, so that pages
 * neither overlap nor leave gaps. Its direction is that of a last key `started_at`, otherwise descending.
 */
export function callOrder(
  sortBy: readonly SortKey[] | null | undefined,
  places: readonly ExpandedPath[] = [],
): CallSort {
  const last = sortBy?.at(-1);
  if (!sortBy) return orderByStart("asc");
  if (last === undefined) return { terms: [], params: {}, byKey: null };
  if (isOrderOfKeys(sortBy)) return orderByStart(last.direction);
  const params = new SqlParams();
  // Sort terms and conditions bind their values under the same names, so the names of the order are changed.
  const { sql } = compileOrder(sortBy, resolver(places), params);
  const values = Object.entries(params.values());
  const terms = values.reduce((text, [name]) => text.replaceAll(`{${name}:`, `{order_${name}:`), sql);
  const tieBreak = last.field === "started_at" ? last.direction : "desc";
  return {
    terms: last.field === "id" ? [terms] : [terms, `id ${tieBreak}`],
    params: Object.fromEntries(values.map(([name, value]) => [`order_${name}`, value])),
    byKey: null,
  };
}

/**
 * Returns the order by start, with the id as optional tie-break. This is the order in which calls are stored, so
 * nothing is sorted.
 */
function isOrderOfKeys([first, second, ...more]: readonly SortKey[]): boolean {
  if (first?.field !== "started_at" || more.length > 0) return false;
  return second === undefined || (second.field === "id" && second.direction === first.direction);
}
