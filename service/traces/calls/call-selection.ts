import type { CallsFilter } from "@/lib/api/contract/calls/calls";
import type { Operand, QueryExpression } from "@/lib/api/contract/query/query-expression";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { callConditions, callOrder } from "@/service/traces/store/calls/call-expression";
import type { CallCondition } from "@/service/traces/store/calls/call-filter";
import type { CallSort } from "@/service/traces/store/calls/call-keys";
import { readRefsInCalls } from "@/service/traces/store/calls/call-refs";
import type { ExpandedPath } from "@/service/traces/store/calls/expanded-field";
import type { SortKey } from "@/service/traces/store/expression/sort-order";
import { type RefReader, readPermitted } from "@/service/traces/values/permitted-refs";
import { expansionPaths, memberOf } from "./call-expansion";

/** The members of a request that select calls and set their order. */
export interface CallRequest {
  readonly project_id: string;
  readonly filter?: CallsFilter | null | undefined;
  readonly query?: QueryExpression | null | undefined;
  readonly sort_by?: readonly SortKey[] | null | undefined;
  readonly expand_columns?: readonly string[] | null | undefined;
}

/** The maximum number of different values that one query can search. */
const MAX_VALUES = 1000;
const MAX_BYTES = 32 * 1024 ** 2;

/**
 * The conditions and the order of a request. Where they name a field behind an expanded ref, the values behind the refs
 * of the calls that the filter selects are read first.
 * @throws InvalidRequestError when there are more than a thousand, or more than 32 MiB
 */
export async function callSelectionOf(
  context: RefReader,
  request: CallRequest,
): Promise<{ conditions: CallCondition[]; order: CallSort }> {
  const places = await readExpandedPaths(context, request);
  return { conditions: callConditions(request, places), order: callOrder(request.sort_by, places) };
}

async function readExpandedPaths(context: RefReader, request: CallRequest): Promise<ExpandedPath[]> {
  const fields = [...fieldsIn(request.query?.$expr), ...(request.sort_by ?? []).map(({ field }) => field)];
  const paths = expansionPaths(request.expand_columns).filter((path) =>
    fields.some((field) => field.startsWith(`${path.join(".")}.`)),
  );
  const places: ExpandedPath[] = [];
  for (const path of paths) {
    const question = { projectId: request.project_id, filter: request.filter, path, most: MAX_VALUES + 1 };
    const inCalls = await readRefsInCalls(context.store, question, context.signal);
    const refs = new Set([...inCalls, ...refsInValues(path, places)]);
    if (refs.size > MAX_VALUES) {
      throw new InvalidRequestError(
        `${path.join(".")} leads to more than ${MAX_VALUES} different values; narrow the filter.`,
      );
    }
    const values = await readPermitted(context, [...refs]);
    const bytes = [...values.values()].reduce((sum, text) => sum + text.length, 0);
    if (bytes > MAX_BYTES) {
      throw new InvalidRequestError(
        `${path.join(".")} leads to more than ${MAX_BYTES} bytes of values; narrow the filter.`,
      );
    }
    places.push({ path, values });
  }
  return places;
}

/** Every field that an expression names. */
function fieldsIn(operand: Operand | undefined): string[] {
  if (typeof operand !== "object" || operand === null || "$literal" in operand) return [];
  if ("$getField" in operand) return [operand.$getField];
  // An operation has a list of operands, or one object whose members are operands or plain values.
  const inside: unknown[] = Object.values(operand).flatMap((value) =>
    Array.isArray(value) ? value.flat() : Object.values(value as object),
  );
  return inside.flatMap((value) => (isOperand(value) ? fieldsIn(value) : []));
}

const isOperand = (value: unknown): value is Operand => typeof value === "object" && value !== null;

/** The refs at this path inside values that outer refs lead to. */
function refsInValues(path: readonly string[], places: readonly ExpandedPath[]): string[] {
  const above = places.filter((place) => place.path.every((part, at) => path[at] === part)).at(-1);
  if (above === undefined) return [];
  return [...above.values.values()].flatMap((text) => {
    let value: unknown = parseJson(text);
    for (const part of path.slice(above.path.length)) value = memberOf(value, part);
    return typeof value === "string" && value.startsWith("weave:///") ? [value] : [];
  });
}
