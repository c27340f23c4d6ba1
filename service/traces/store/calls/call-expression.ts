import type { CallsFilter } from "@/lib/api/contract/calls/calls";
import type { Operand, QueryExpression } from "@/lib/api/contract/query/query-expression";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import { compileCondition } from "@/service/traces/store/expression/compile-condition";
import type { FieldResolver, StoreField } from "@/service/traces/store/expression/fields";
import { compileOrder, type SortKey } from "@/service/traces/store/expression/sort-order";
import { hoursOfTextSql } from "@/service/traces/store/search/text-condition";
import { COST_FIELD, resolveCallField, SOURCE_FIELD } from "./call-fields";
import { type CallCondition, filterConditions } from "./call-filter";
import { type CallSort, orderByStart } from "./call-keys";
import { type ExpandedPath, expandedField } from "./expanded-field";

/** The members of a request that select calls. */
interface SelectedCalls {
  readonly filter?: CallsFilter | null | undefined;
  readonly query?: QueryExpression | null | undefined;
}

/** What was read for a request, so that its fields can be compiled. */
interface ReadForFields {
  /** Places whose refs the conditions resolve, the shallowest first. */
  readonly places?: readonly ExpandedPath[];
  /** The cost of a call at the project's prices. */
  readonly cost?: FieldOf | undefined;
}

/** A field whose SQL binds what was read for it. */
export type FieldOf = (params: SqlParams) => StoreField;

/**
 * Returns what a request selects, as conditions over `call_rows`.
 * @throws InvalidRequestError or ForbiddenError, like the compilers
 */
export function callConditions(request: SelectedCalls, read: ReadForFields = {}): CallCondition[] {
  const conditions = filterConditions(request.filter);
  if (request.query) {
    const params = new SqlParams();
    const resolve = resolver(read);
    for (const operand of bySource(request.query.$expr)) {
      const names = new Set<string>();
      const { sql } = compileCondition(operand, {
        resolve: (path, bound) => {
          names.add(path);
          return resolve(path, bound);
        },
        params,
      });
      const hours = hoursOfTextSql(operand);
      if (hours !== null) conditions.push({ sql: hours, params: {} });
      const isRolled = [...names].every((path) => ROLLED_FIELDS.has(path));
      conditions.push({
        sql,
        params: params.values(),
        isRolled,
        isOfSource: names.size === 1 && names.has(SOURCE_FIELD),
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
export const conjuncts = (operand: Operand): readonly Operand[] =>
  "$and" in operand && operand.$and.length > 0 ? operand.$and.flatMap(conjuncts) : [operand];

/** Returns whether an operand reads the source of calls, and nothing else of them. */
export function readsSourceOnly(operand: Operand): boolean {
  const read = fieldsIn(operand);
  return read.length > 0 && read.every((path) => path === SOURCE_FIELD);
}

/** Returns the paths that an operand reads. */
export function fieldsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(fieldsIn);
  if (typeof value !== "object" || value === null) return [];
  if ("$getField" in value) return [String(value.$getField)];
  return "$literal" in value ? [] : Object.values(value).flatMap(fieldsIn);
}

/** Returns a resolver of call fields; fields behind a ref are looked up in its value. */
function resolver({ places = [], cost }: ReadForFields): FieldResolver {
  return (path, params) => {
    if (path === COST_FIELD && cost) return cost(params);
    const onTheWay = places.filter((place) => path.startsWith(`${place.path.join(".")}.`));
    return onTheWay.length > 0 ? expandedField(path, onTheWay, params) : resolveCallField(path, params);
  };
}

/**
 * Compiles `sort_by` of a calls query: by start when absent, no order when empty. The id is the last key, so that pages
 * neither overlap nor leave gaps. Its direction is that of a last key `started_at`, otherwise descending.
 */
export function callOrder(sortBy: readonly SortKey[] | null | undefined, read: ReadForFields = {}): CallSort {
  const last = sortBy?.at(-1);
  if (!sortBy) return orderByStart("asc");
  if (last === undefined) return { terms: [], params: {}, byKey: null };
  if (isOrderOfKeys(sortBy)) return orderByStart(last.direction);
  const params = new SqlParams();
  // Sort terms and conditions bind their values under the same names, so the names of the order are changed.
  const { sql } = compileOrder(sortBy, resolver(read), params);
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
