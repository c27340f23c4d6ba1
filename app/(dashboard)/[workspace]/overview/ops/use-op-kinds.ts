"use client";

import { useQuery } from "@tanstack/react-query";
import { streamOperation } from "@/lib/api/client/service-client";
import { callKind, opLabel } from "@/lib/calls/call-facts";
import type { Kind } from "@/lib/calls/call-kind";
import { compileSelection } from "@/lib/calls/calls-query";
import { quoteValue } from "@/lib/filter/query-text";

/** Calls that are read at once; each names the kind of its op. */
const SAMPLE_CALLS = 200;

/** Frequent ops fill a sample; the next one leaves them out. */
const MAX_SAMPLES = 4;

/** A longer query would name ops for longer than it takes to look at them. */
const MAX_NAMED_OPS = 100;

type OpKindsOptions = {
  connectionId: string;
  projectId: string;
  areRootsOnly: boolean;
  /** The names of the ops. */
  names: readonly string[];
};

/** Returns the kinds of ops as their newest calls state them; ops whose calls state none are missing. */
export function useOpKinds(options: OpKindsOptions): ReadonlyMap<string, Kind> {
  const { connectionId, projectId, areRootsOnly, names } = options;
  const { data } = useQuery({
    queryKey: ["service", connectionId, "calls.streamQuery", "op kinds", { projectId, areRootsOnly, names }],
    queryFn: ({ signal }) => readOpKinds(options, signal),
    enabled: names.length > 0,
    // A kind of an op does not change.
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
    retry: false,
  });
  return data ?? NO_KINDS;
}

const NO_KINDS: ReadonlyMap<string, Kind> = new Map();

async function readOpKinds(
  { connectionId, projectId, areRootsOnly, names }: OpKindsOptions,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Kind>> {
  const kinds = new Map<string, Kind>();
  for (let samples = 0; samples < MAX_SAMPLES; samples += 1) {
    const missing = names.filter((name) => !kinds.has(name)).slice(0, MAX_NAMED_OPS);
    const before = kinds.size;
    const query = `op:${missing.map(quoteValue).join(",")}`;
    if (missing.length === 0) break;
    const selection = compileSelection({ projectId, query, areRootsOnly, fromMs: null, toMs: null });
    const body = {
      project_id: projectId,
      filter: selection.filter,
      ...(selection.query === undefined ? {} : { query: selection.query }),
      sort_by: [{ field: "started_at", direction: "desc" as const }],
      columns: ["op_name", "attributes"],
      limit: SAMPLE_CALLS,
    };
    await streamOperation(connectionId, "calls.streamQuery", { body, signal }, (calls) => {
      for (const call of calls) {
        const name = opLabel(call.op_name);
        if (!kinds.has(name)) kinds.set(name, callKind(call));
      }
    });
    if (kinds.size === before) break;
  }
  return kinds;
}
