import type { CallsFilter } from "@/lib/api/contract/calls/calls";
import type { Operand, QueryExpression } from "@/lib/api/contract/query/query-expression";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import { compileCondition } from "@/service/traces/store/expression/compile-condition";
import type { FieldResolver } from "@/service/traces/store/expression/fields";
import { compileOrder, type SortKey } from "@/service/traces/store/expression/sort-order";
import { resolveCallField, SOURCE_FIELD } from "./call-fields";
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
    for (const operand of bySource(request.query.$expr)) {
      const read = new Set<string>();
      const { sql } = compileCondition(operand, {
        resolve: (path, bound) => {
          read.add(path);
          return resolve(path, bound);
        },
        params,
      });
      const isRolled = [...read].every((path) => ROLLED_FIELDS.has(path));
      conditions.push({
        sql,
        params: params.values(),
        isRolled,
        isOfSource: read.size === 1 && read.has(SOURCE_FIELD),
      });
    }
  }
  return conditions;
}

/** The fields whose columns rollups have. */
const ROLLED_FIELDS: ReadonlySet<string> = new Set(["op_name", SOURCE_FIELD]);

/** Returns the operands that read the source alone, and all others together: both must hold. */
function bySource(operand: Operand): readonly Operand[] {
  const all = conjuncts(operand);
  const ofSource = all.filter(readsSourceOnly);
  const others = all.filter((each) => !ofSource.includes(each));
  if (ofSource.length === 0 || others.length === 0) return [operand];
  return [{ $and: others }, { $and: ofSource }];
}

/** Returns the operands that must all hold, also those of an `$and` in another one. */
const conjuncts = (operand: Operand): readonly Operand[] =>
  "$and" in operand && operand.$and.length > 0 ? operand.$and.flatMap(conjuncts) : [operand];

/** Returns whether an operand reads the source of calls, and nothing else of them. */
export function readsSourceOnly(operand: Operand): boolean {
  const read = fieldsIn(operand);
  return read.length > 0 && read.every((path) => path === SOURCE_FIELD);
}

/** Returns the paths that an operand reads. */
function fieldsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(fieldsIn);
  if (typeof value !== "object" || value === null) return [];
  if ("$getField" in value) return [String(value.$getField)];
  return "$literal" in value ? [] : Object.values(value).flatMap(fieldsIn);
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
