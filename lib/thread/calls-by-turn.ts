import type { Call } from "@/lib/api/contract/calls/calls";

/** Returns the calls of a thread by the id of their turn, in the same order; those outside of turns under the empty id. */
export function callsByTurn(calls: readonly Call[]): ReadonlyMap<string, readonly Call[]> {
  const groups = new Map<string, Call[]>();
  for (const call of calls) {
    const group = groups.get(call.turn_id ?? "");
    if (group) group.push(call);
    else groups.set(call.turn_id ?? "", [call]);
  }
  return groups;
}
