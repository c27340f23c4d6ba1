"use client";

import { type QueryObserverResult, useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import {
  type ComparedSide,
  nodesDepthFirst,
  type SideNode,
} from "@/app/(dashboard)/[workspace]/compare/sides/prepare-side";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation, streamOperation } from "@/lib/api/client/service-client";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { Workspace } from "@/lib/workspace/workspace";
import { type CallSummary, type PayloadHead, summaryOf } from "./prepare-call-summary";

/** Characters of each payload that are compared for the marks of the tree. */
export const COMPARED_LENGTH = 4096;

/** With more calls than this, payloads are compared only for the selected row. */
export const MAX_MARKED_CALLS = 2000;

const BLOCK_SIZE = 200;

type Entries = [string, PayloadHead][];

export interface CallSummaries {
  readonly of: (node: SideNode) => CallSummary | null;
  readonly lengthOf: (callId: string) => number | null;
  readonly isReading: boolean;
  /** True when there are more calls than are compared by payload. */
  readonly areTooMany: boolean;
  readonly failure: ServiceFailure | null;
}

/** Returns what each call of the sides did, read from the beginnings of their payloads, block by block. */
export function useCallSummaries(workspace: Workspace, sides: readonly (ComparedSide | null)[]): CallSummaries {
  const { connectionId, projectId } = workspace;
  const nodes = useMemo(() => sides.flatMap((side) => (side ? nodesDepthFirst(side) : [])), [sides]);
  const calls = useMemo(() => nodes.filter(({ call }) => call !== null), [nodes]);
  const areTooMany = calls.length > MAX_MARKED_CALLS;
  const blocks = useMemo(() => (areTooMany ? [] : blocksOf(calls)), [calls, areTooMany]);
  const read = useQueries({
    queries: blocks.map(({ ids, running }) => ({
      // A call that has ended has an output now, so its block needs another request.
      queryKey: ["service", connectionId, "calls.preview", "compared", projectId, ids, running],
      queryFn: ({ signal }: { signal: AbortSignal }) => readStarts(connectionId, projectId, ids, signal),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
    combine,
  });
  return useMemo(() => {
    const known = new Map<string, CallSummary | null>();
    const of = (node: SideNode): CallSummary | null => {
      const start = read.starts.get(node.id);
      if (!start) return null;
      const summary = known.get(node.id) ?? summaryOf(node.kind, start);
      known.set(node.id, summary);
      return summary;
    };
    const lengthOf = (callId: string) => {
      const start = read.starts.get(callId);
      return start ? start.inputsLength + start.outputLength : null;
    };
    return { of, lengthOf, isReading: read.isReading, areTooMany, failure: read.failure };
  }, [read, areTooMany]);
}

function blocksOf(calls: readonly SideNode[]): { ids: string[]; running: string[] }[] {
  return Array.from({ length: Math.ceil(calls.length / BLOCK_SIZE) }, (_, block) => {
    const inside = calls.slice(block * BLOCK_SIZE, (block + 1) * BLOCK_SIZE);
    const running = inside.filter(({ status }) => status === "running");
    return { ids: inside.map(({ id }) => id), running: running.map(({ id }) => id) };
  });
}

function combine(results: QueryObserverResult<Entries>[]) {
  const failed = results.find((result) => result.isError);
  return {
    starts: new Map(results.flatMap((result) => result.data ?? [])),
    isReading: results.some((result) => result.isPending),
    failure: failed ? failureOf(failed.error) : null,
  };
}

/** Connections without `calls.preview`: the values themselves are read and cut here. */
async function readStarts(
  connectionId: string,
  projectId: string,
  ids: string[],
  signal: AbortSignal,
): Promise<Entries> {
  try {
    const body = { project_id: projectId, call_ids: ids, length: COMPARED_LENGTH };
    const { previews } = await callOperation(connectionId, "calls.preview", { body, signal });
    return previews.map(({ id, inputs, output, inputs_length, output_length }) => [
      id,
      { inputs, output, inputsLength: inputs_length, outputLength: output_length },
    ]);
  } catch (error) {
    if (failureOf(error).kind !== "unsupported") throw error;
    return readWhole(connectionId, projectId, ids, signal);
  }
}

async function readWhole(
  connectionId: string,
  projectId: string,
  ids: string[],
  signal: AbortSignal,
): Promise<Entries> {
  const entries: Entries = [];
  const body = { project_id: projectId, filter: { call_ids: ids }, columns: ["inputs", "output"] };
  await streamOperation(connectionId, "calls.streamQuery", { body, signal }, (calls) => {
    for (const call of calls) {
      const [inputs, output] = [stringifyJson(call.inputs ?? {}), stringifyJson(call.output ?? null)];
      const start = { inputs: inputs.slice(0, COMPARED_LENGTH), output: output.slice(0, COMPARED_LENGTH) };
      entries.push([call.id, { ...start, inputsLength: inputs.length, outputLength: output.length }]);
    }
  });
  return entries;
}
