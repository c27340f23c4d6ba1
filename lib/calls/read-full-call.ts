import { failureOf, RequestFailure } from "@/lib/api/client/request-failure";
import { callOperation, openResponse, streamOperation } from "@/lib/api/client/service-client";
import type { Call } from "@/lib/api/contract/calls/calls";
import { LazyValue } from "@/lib/json/lazy/lazy-value";
import { remoteSource } from "@/lib/json/lazy/remote-source";
import { WorkerText, workerSource } from "@/lib/json/lazy/worker-source";

/** Bytes of a payload that come with the call; more is read in parts. */
export const MAX_VALUE_LENGTH = 1_000_000;

/** Without parts, a call with more bytes is read when a person asks for it. */
const MAX_CALL_LENGTH = 4_000_000;

const partial = ["inputs", "output", "attributes"] as const;

/** Which connections offer parts of values. */
const isOffered = new Map<string, Promise<boolean>>();

function isPartReadSupported(connectionId: string): Promise<boolean> {
  const known = isOffered.get(connectionId);
  if (known) return known;
  const asked = callOperation(connectionId, "serverInfo").then(
    ({ extensions }) => extensions?.includes("value.read") === true,
    (error: unknown) => {
      // A service that does not tell what it offers offers no parts. It may only be busy, and is asked the next time.
      if (failureOf(error).kind !== "unsupported") isOffered.delete(connectionId);
      return false;
    },
  );
  isOffered.set(connectionId, asked);
  return asked;
}

/**
 * A call with its payload, of which what is large is lazy: cut out by the service where it offers that, else read as a
 * whole into a worker once a person asks. Null when the service has no call by that id.
 */
export async function readFullCall(
  connectionId: string,
  projectId: string,
  callId: string,
  signal: AbortSignal,
): Promise<{ call: Call | null }> {
  const body = { project_id: projectId, id: callId, include_costs: true };
  if (await isPartReadSupported(connectionId)) {
    const bounded = { ...body, longest_value: MAX_VALUE_LENGTH };
    const { call } = await callOperation(connectionId, "call.read", { body: bounded, signal });
    return { call: call && withLazyValues(call, connectionId, projectId) };
  }
  const large = await findLargeCall(connectionId, projectId, callId, signal);
  if (large) return { call: large };
  return await callOperation(connectionId, "call.read", { body, signal });
}

function withLazyValues(call: Call, connectionId: string, projectId: string): Call {
  const lazies = partial.flatMap((field) => {
    const size = call.left_out?.[field];
    if (!size) return [];
    const source = remoteSource({ connectionId, projectId, callId: call.id, field });
    return [[field, new LazyValue({ source, path: [] }, { kind: null, size })] as const];
  });
  // A lazy value stands where the type says an object does: it has no members, and viewers know it.
  return lazies.length === 0 ? call : ({ ...call, ...Object.fromEntries(lazies) } as Call);
}

/** The call without its payload, where that is so large that a person must ask for it; else null. */
async function findLargeCall(
  connectionId: string,
  projectId: string,
  callId: string,
  signal: AbortSignal,
): Promise<Call | null> {
  const found: Call[] = [];
  const body = {
    project_id: projectId,
    filter: { call_ids: [callId] },
    limit: 1,
    columns: ["summary"],
    include_storage_size: true,
    include_costs: true,
  };
  try {
    await streamOperation(connectionId, "calls.streamQuery", { body, signal }, (rows) => found.push(...rows));
  } catch (error) {
    // A service that lists no calls does not tell how large one is; it may read it all the same.
    if (error instanceof RequestFailure && error.failure.kind === "unsupported") return null;
    throw error;
  }
  const [call] = found;
  const size = call?.storage_size_bytes ?? 0;
  if (!call || size <= MAX_CALL_LENGTH) return null;
  const text = new WorkerText(() =>
    openResponse(connectionId, "call.read", { body: { project_id: projectId, id: callId } }),
  );
  const lazies = partial.map((field) => {
    const origin = { source: workerSource(text, ["call", field]), path: [] };
    return [field, new LazyValue(origin, { kind: null, size, needsConfirmation: true })] as const;
  });
  return { ...call, ...Object.fromEntries(lazies) } as Call;
}

/** A call whose large values have been looked at, so that what is small in them is there. Those to be asked for stay. */
export function pendingValues(call: Call): readonly (readonly [string, LazyValue])[] {
  return partial.flatMap((field) => {
    const value: unknown = call[field];
    return value instanceof LazyValue && value.facts.kind === null ? [[field, value] as const] : [];
  });
}
