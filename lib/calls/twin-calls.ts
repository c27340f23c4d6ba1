import { streamOperation } from "@/lib/api/client/service-client";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { QueryExpression } from "@/lib/api/contract/query/query-expression";
import { countedUsage } from "@/lib/usage/counted-usage";
import type { CallAddress } from "./call-address";
import { callName, callUsage } from "./call-facts";
import { newerThan } from "./calls-request";
import { usageNode } from "./trace-usage";

/** Another call that reports the request of a call. */
interface TwinCall {
  readonly id: string;
  readonly name: string;
  /** True where tokens and cost count at this one, false where they count at the call itself. */
  readonly isCounted: boolean;
}

/** The calls of a trace that started last before a call ended; those at the same time are among them. */
const LOOKED_AT = 200;

/** Columns that decide which of two reports counts, and name them. */
const COLUMNS = ["parent_id", "display_name", "ended_at", "summary"];

/**
 * Reads which other calls of its trace report the request of a call, in any order.
 * @throws RequestFailure, AbortError
 */
export async function readTwinCalls(
  { connectionId, projectId }: CallAddress,
  call: Call,
  signal: AbortSignal,
): Promise<readonly TwinCall[]> {
  const calls: Call[] = [];
  const body = {
    project_id: projectId,
    filter: { trace_ids: [call.trace_id] },
    query: { $expr: { $not: [newerThan(call.ended_at ?? call.started_at)] } } satisfies QueryExpression,
    sort_by: [{ field: "started_at", direction: "desc" as const }],
    columns: COLUMNS,
    limit: LOOKED_AT,
  };
  const { end } = await streamOperation(connectionId, "calls.streamQuery", { body, signal }, (rows) => {
    calls.push(...rows);
  });
  if (end.kind === "cut-short") throw new Error(`The response ended early: ${end.reason}`);
  return twinsOf(call, calls);
}

/** Returns the ids of the requests that do not count, because another one of these calls reports them too. */
export function uncountedTwins(calls: readonly Call[]): ReadonlySet<string> {
  return new Set([...twinRows(calls).keys()].flatMap((row) => calls[row]?.id ?? []));
}

/** Returns the row of the call that counts, by the row of each call that reports the same request. */
function twinRows(calls: readonly Call[]): ReadonlyMap<number, number> {
  const rows = new Map(calls.map((call, row) => [call.id, row]));
  const nodes = calls.map((call) => usageNode(call, callUsage(call)));
  return countedUsage(nodes, (row) => rows.get(calls[row]?.parent_id ?? "") ?? -1).twinOf;
}

/** Returns the calls that report the request of one of them. */
export function twinsOf({ id }: Pick<Call, "id">, calls: readonly Call[]): readonly TwinCall[] {
  const twinOf = twinRows(calls);
  const own = calls.findIndex((call) => call.id === id);
  const counted = twinOf.get(own);
  const found = calls.flatMap((call, row) => {
    const isCounted = row === counted;
    return isCounted || twinOf.get(row) === own ? [{ id: call.id, name: callName(call), isCounted }] : [];
  });
  return own === -1 ? [] : found;
}
