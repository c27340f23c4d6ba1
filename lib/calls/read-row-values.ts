import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { rowRefsInside, withRowValues } from "@/lib/object/row-refs";

interface RowValueSource {
  readonly connectionId: string;
  readonly signal: AbortSignal;
}

/** Different refs that are read for one screen of a list; more stay as they are. */
const MAX_REFS = 200;

/** Connections without `refs.readBatch`. */
const withoutRefs = new Set<string>();

/**
 * Reads the values of table rows that values refer to, as the inputs of evaluations do, by one request.
 *
 * @returns a function that puts them in place of their refs; one that changes nothing where they cannot be read, so that a
 * list never fails for the refs in it
 */
export async function readRowValues(
  { connectionId, signal }: RowValueSource,
  values: readonly unknown[],
): Promise<(value: unknown) => unknown> {
  const refs = [...new Set(values.flatMap(rowRefsInside))].slice(0, MAX_REFS);
  if (refs.length === 0 || withoutRefs.has(connectionId)) return unchanged;
  try {
    const { vals } = await callOperation(connectionId, "refs.readBatch", { body: { refs }, signal });
    const found = new Map(refs.flatMap((ref, at) => (vals[at] == null ? [] : [[ref, vals[at]] as const])));
    return (value) => (found.size === 0 ? value : withRowValues(value, found));
  } catch (error) {
    signal.throwIfAborted();
    if (failureOf(error).kind === "unsupported") withoutRefs.add(connectionId);
    return unchanged;
  }
}

const unchanged = (value: unknown): unknown => value;
