"use client";

import { type QueryObserverResult, useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { callKind, callStatus } from "@/components/trace/prepare-call";
import { parseCutJson } from "@/components/trace/prepare-cut-json";
import { type Preview, previewOf } from "@/components/trace/prepare-preview";
import type { Kind } from "@/components/ui/glyph/kind-glyph";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation, streamOperation } from "@/lib/api/client/service-client";
import type { Call } from "@/lib/api/contract/calls";

/** What a row shows of its payload. Payloads themselves are not kept: one of them may be larger than the page. */
export interface CallPreview {
  readonly input: Preview | null;
  readonly output: Preview | null;
  readonly kind: Kind;
}

export type Previews = ReadonlyMap<string, CallPreview>;

/** Rows are asked for in blocks of the list, so that scrolling by one row asks for nothing. */
const BLOCK_SIZE = 25;

/** Connections without `calls.preview`: there the values themselves are read and cut here. */
const withoutPreviews = new Set<string>();

type Entries = [string, CallPreview][];

async function readPreviews(connectionId: string, projectId: string, ids: string[], signal: AbortSignal) {
  if (withoutPreviews.has(connectionId)) return readWhole(connectionId, projectId, ids, signal);
  try {
    return await readBeginnings(connectionId, projectId, ids, signal);
  } catch (error) {
    if (failureOf(error).kind !== "unsupported") throw error;
    withoutPreviews.add(connectionId);
    return readWhole(connectionId, projectId, ids, signal);
  }
}

async function readBeginnings(
  connectionId: string,
  projectId: string,
  ids: string[],
  signal: AbortSignal,
): Promise<Entries> {
  const kinds = new Map<string, Kind>();
  const [{ previews }] = await Promise.all([
    callOperation(connectionId, "calls.preview", { body: { project_id: projectId, call_ids: ids }, signal }),
    streamCalls(connectionId, projectId, ids, ["attributes"], signal, (call) => kinds.set(call.id, callKind(call))),
  ]);
  return previews.map((entry) => [
    entry.id,
    {
      input: previewOf(entry.inputs === null ? null : parseCutJson(entry.inputs)),
      output: previewOf(entry.output === null ? null : parseCutJson(entry.output)),
      kind: kinds.get(entry.id) ?? "op",
    },
  ]);
}

async function readWhole(
  connectionId: string,
  projectId: string,
  ids: string[],
  signal: AbortSignal,
): Promise<Entries> {
  const entries: Entries = [];
  await streamCalls(connectionId, projectId, ids, ["inputs", "output", "attributes"], signal, (call) => {
    const preview = { input: previewOf(call.inputs), output: previewOf(call.output), kind: callKind(call) };
    entries.push([call.id, preview]);
  });
  return entries;
}

async function streamCalls(
  connectionId: string,
  projectId: string,
  ids: string[],
  columns: string[],
  signal: AbortSignal,
  onCall: (call: Call) => void,
): Promise<void> {
  const body = { project_id: projectId, filter: { call_ids: ids }, columns };
  await streamOperation(connectionId, "calls.streamQuery", { body, signal }, (calls) => calls.forEach(onCall));
}

const combine = (results: QueryObserverResult<Entries>[]): Previews =>
  new Map(results.flatMap((result) => result.data ?? []));

/** Short inputs and outputs of the calls between two rows of the list, as they come. */
export function usePreviews(
  connectionId: string,
  projectId: string,
  calls: readonly Call[],
  range: { first: number; last: number },
): Previews {
  const firstBlock = Math.floor(Math.max(0, range.first) / BLOCK_SIZE);
  const lastBlock = Math.floor(Math.max(0, range.last) / BLOCK_SIZE);
  const blocks = useMemo(() => {
    const found: { ids: string[]; running: string[] }[] = [];
    for (let block = firstBlock; block <= lastBlock; block += 1) {
      const inside = calls.slice(block * BLOCK_SIZE, (block + 1) * BLOCK_SIZE);
      const running = inside.filter((call) => callStatus(call) === "running").map((call) => call.id);
      if (inside.length > 0) found.push({ ids: inside.map((call) => call.id), running });
    }
    return found;
  }, [calls, firstBlock, lastBlock]);
  return useQueries({
    queries: blocks.map(({ ids, running }) => ({
      // A call that has ended has an output now: its block is another question then.
      queryKey: ["service", connectionId, "calls.preview", projectId, ids, running],
      queryFn: ({ signal }: { signal: AbortSignal }) => readPreviews(connectionId, projectId, ids, signal),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
    combine,
  });
}
