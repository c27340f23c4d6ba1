import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import type { Handler } from "@/service/traces/handlers/handler";
import { callConditions } from "@/service/traces/store/calls/call-expression";
import type { Store } from "@/service/traces/store/engine/store";
import {
  type FacetRow,
  type FacetSelection,
  facetQuery,
  pathCallsQuery,
} from "@/service/traces/store/figures/facet-query";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1000;
const MAX_FIELDS = 20;

/** Returns the values of fields among the selected calls, most frequent first. */
export const listFacets: Handler<"calls.facets"> = async ({ body }, { store, signal }) => {
  const limit = body.limit ?? DEFAULT_LIMIT;
  if (limit < 1 || limit > MAX_LIMIT) throw new InvalidRequestError(`limit must be between 1 and ${MAX_LIMIT}`);
  if (body.fields.length > MAX_FIELDS) throw new InvalidRequestError(`At most ${MAX_FIELDS} fields in a request`);
  const selection = {
    projectId: body.project_id,
    conditions: callConditions(body),
    limit,
    prefix: body.prefix || null,
    isByThread: body.by_thread === true,
  };
  if (selection.isByThread && body.fields.includes("attributes"))
    throw new InvalidRequestError("Paths of attributes cannot be listed by thread");
  return { facets: await Promise.all(body.fields.map((field) => facetOf(store, field, selection, signal))) };
};

async function facetOf(store: Store, field: string, selection: FacetSelection, signal: AbortSignal) {
  const isPaths = field === "attributes";
  const [rows, looked] = await Promise.all([
    store.read<FacetRow>({ ...facetQuery(field, selection), signal }),
    isPaths ? store.read<{ calls: number }>({ ...pathCallsQuery(selection), signal }) : [],
  ]);
  return {
    field,
    value_count: rows[0]?.places ?? 0,
    values: rows.map(({ value, calls, thread }) => ({
      value,
      count: calls,
      ...(selection.isByThread ? { thread_id: thread } : {}),
    })),
    ...(isPaths ? { sampled_calls: looked[0]?.calls ?? 0 } : {}),
  };
}
