import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { rowRefsInside, valuesByRef, withRowValues } from "@/lib/object/row-refs";

interface RowValueSource {
  readonly connectionId: string;
  readonly projectId: string;
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
  { connectionId, projectId, signal }: RowValueSource,
  values: readonly unknown[],
): Promise<(value: unknown) => unknown> {
  const all = new Set(values.flatMap((value) => rowRefsInside(value, projectId).refs));
  const refs = [...all].slice(0, MAX_REFS);
  if (refs.length === 0 || withoutRefs.has(connectionId)) return unchanged;
  try {
    const { vals } = await callOperation(connectionId, "refs.readBatch", { body: { refs }, signal });
    const found = valuesByRef(refs, vals);
    return (value) => (found.size === 0 ? value : withRowValues(value, found));
  } catch (error) {
    signal.throwIfAborted();
    if (failureOf(error).kind === "unsupported") withoutRefs.add(connectionId);
    return unchanged;
  }
}

/** Returns calls whose inputs have the values of table rows in place of refs to them, read by one request for all of them. */
export async function withReadInputs<Sent extends { readonly inputs?: unknown }>(
  source: RowValueSource,
  calls: readonly Sent[],
): Promise<Sent[]> {
  const resolve = await readRowValues(
    source,
    calls.map(({ inputs }) => inputs),
  );
  return calls.map((call) => (call.inputs === undefined ? call : { ...call, inputs: resolve(call.inputs) }));
}

const unchanged = (value: unknown): unknown => value;
