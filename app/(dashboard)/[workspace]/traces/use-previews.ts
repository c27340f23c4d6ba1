"use client";

import { type QueryObserverResult, useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { callKind } from "@/components/trace/prepare-call";
import { type Preview, previewOf } from "@/components/trace/prepare-preview";
import type { Kind } from "@/components/ui/glyph/kind-glyph";
import { streamOperation } from "@/lib/api/client/service-client";
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

async function readPreviews(connectionId: string, projectId: string, ids: string[], signal: AbortSignal) {
  const previews: [string, CallPreview][] = [];
  const body = { project_id: projectId, filter: { call_ids: ids }, columns: ["inputs", "output", "attributes"] };
  await streamOperation(connectionId, "calls.streamQuery", { body, signal }, (calls) => {
    for (const call of calls) {
      const preview = { input: previewOf(call.inputs), output: previewOf(call.output), kind: callKind(call) };
      previews.push([call.id, preview]);
    }
  });
  return previews;
}

const combine = (results: QueryObserverResult<[string, CallPreview][]>[]): Previews =>
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
    const found: string[][] = [];
    for (let block = firstBlock; block <= lastBlock; block += 1) {
      const ids = calls.slice(block * BLOCK_SIZE, (block + 1) * BLOCK_SIZE).map((call) => call.id);
      if (ids.length > 0) found.push(ids);
    }
    return found;
  }, [calls, firstBlock, lastBlock]);
  return useQueries({
    queries: blocks.map((ids) => ({
      queryKey: ["service", connectionId, "calls.streamQuery", "previews", projectId, ids],
      queryFn: ({ signal }: { signal: AbortSignal }) => readPreviews(connectionId, projectId, ids, signal),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
    combine,
  });
}
