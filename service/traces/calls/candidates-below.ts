import type { TraceCall } from "@/service/traces/store/previews/calls-below";

/** Calls below another one that may say what it does not, the likeliest first. */
export interface Candidates {
  readonly asks: readonly string[];
  readonly answers: readonly string[];
}

/** A step without words of its own, such as a check of the input, often comes first. */
const CANDIDATES = 3;

/**
 * Returns the first calls with inputs and the last calls with an output below each of some calls.
 * @param calls the calls of their traces, in the order of their starts
 */
export function candidatesBelow(ids: readonly string[], calls: readonly TraceCall[]): ReadonlyMap<string, Candidates> {
  const positions = new Map(calls.map((call, at) => [call.callId, at]));
  const children = new Map<string, number[]>();
  for (const [at, { parentId }] of calls.entries()) {
    if (parentId === null || parentId === "") continue;
    const siblings = children.get(parentId);
    if (siblings) siblings.push(at);
    else children.set(parentId, [at]);
  }
  const below = (id: string): readonly TraceCall[] => {
    const own = positions.get(id);
    const found = new Set(children.get(id) ?? []);
    // Parents may form a circle.
    for (const at of found) for (const next of children.get(calls[at]?.callId ?? "") ?? []) found.add(next);
    if (own !== undefined) found.delete(own);
    return [...found].sort((one, other) => one - other).flatMap((at) => calls[at] ?? []);
  };
  return new Map(ids.map((id) => [id, candidatesIn(below(id))]));
}

function candidatesIn(below: readonly TraceCall[]): Candidates {
  const asks = below.filter(({ hasInputs }) => hasInputs);
  const ended = below.filter(({ hasOutput }) => hasOutput).reverse();
  const answers = ended.sort((one, other) => (one.endedAt < other.endedAt ? 1 : one.endedAt > other.endedAt ? -1 : 0));
  const ids = (some: readonly TraceCall[]) => some.slice(0, CANDIDATES).map(({ callId }) => callId);
  return { asks: ids(asks), answers: ids(answers) };
}
