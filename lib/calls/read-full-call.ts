import { failureOf, RequestFailure } from "@/lib/api/client/request-failure";
import { callOperation, openResponse, streamOperation } from "@/lib/api/client/service-client";
import type { Call } from "@/lib/api/contract/calls/calls";
import { LazyValue } from "@/lib/json/lazy/lazy-value";
import { remoteSource } from "@/lib/json/lazy/remote-source";
import { WorkerText, workerSource } from "@/lib/json/lazy/worker-source";

/** Bytes of a payload that are read with the call; more is read in parts. */
export const MAX_VALUE_LENGTH = 1_000_000;

/** Without parts, a call with more bytes is read when the user requests it. */
const MAX_CALL_LENGTH = 4_000_000;

const partial = ["inputs", "output", "attributes"] as const;

/** Connections that support parts of values. */
const isOffered = new Map<string, Promise<boolean>>();

function isPartReadSupported(connectionId: string): Promise<boolean> {
  const known = isOffered.get(connectionId);
  if (known) return known;
  const support = callOperation(connectionId, "serverInfo").then(
    ({ extensions }) => extensions?.includes("value.read") === true,
    (error: unknown) => {
      // A service that does not report its capabilities does not support parts. It may only be busy, so it is checked
      // again the next time.
      if (failureOf(error).kind !== "unsupported") isOffered.delete(connectionId);
      return false;
    },
  );
  isOffered.set(connectionId, support);
  return support;
}

/**
 * Reads a call with its payload. Large values are lazy: cut out by the service if it supports that, else read whole in
 * a worker once the user requests them. Returns null when the service has no call with that id.
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
  // A lazy value replaces an object of this type: it has no members, and viewers recognize it.
  return lazies.length === 0 ? call : ({ ...call, ...Object.fromEntries(lazies) } as Call);
}

/** Returns the call without its payload if that is so large that the user must request it; else null. */
async function findLargeCall(
  connectionId: string,
  projectId: string,
  callId: string,
  signal: AbortSignal,
): Promise<Call | null> {
  const calls: Call[] = [];
  const body = {
    project_id: projectId,
    filter: { call_ids: [callId] },
    limit: 1,
    columns: ["summary"],
    include_storage_size: true,
    include_costs: true,
  };
  try {
    await streamOperation(connectionId, "calls.streamQuery", { body, signal }, (rows) => calls.push(...rows));
  } catch (error) {
    // A service that cannot list calls does not report the size of one; it may still read it.
    if (error instanceof RequestFailure && error.failure.kind === "unsupported") return null;
    throw error;
  }
  const [call] = calls;
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

/** Loads the large values of a call, so that small values inside them are available. Values to request stay lazy. */
export function pendingValues(call: Call): readonly (readonly [string, LazyValue])[] {
  return partial.flatMap((field) => {
    const value: unknown = call[field];
    return value instanceof LazyValue && value.facts.kind === null ? [[field, value] as const] : [];
  });
}
