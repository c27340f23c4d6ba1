"use client";

import { type QueryObserverResult, useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { failureOf, unreadable } from "@/lib/api/client/request-failure";
import { callOperation, streamOperation } from "@/lib/api/client/service-client";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { withReadInputs } from "@/lib/calls/read-row-values";
import { readConversation } from "@/lib/chat/read-messages";
import { toolOutput } from "@/lib/chat/tool-output";
import { idOf, statusOf, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";
import { canonicalText } from "@/lib/trace/transcript/new-messages";
import type { StepPayload } from "@/lib/trace/transcript/transcript-step";
import { stepsNeeded, type TranscriptSteps } from "@/lib/trace/transcript/transcript-steps";

/** Steps are requested in blocks, so that scrolling by one sends no request. */
const BLOCK_SIZE = 8;
/** Maximum characters of a payload that a transcript loads. */
const MAX_LENGTH = 1_000_000;
/** Payloads off the screen are dropped after this time: each repeats the conversation before it. */
const CACHE_TIME_MS = 60_000;

const withoutPreviews = new Set<string>();

type Block = readonly (readonly [id: string, payload: StepPayload])[];

/** The loaded payloads of some steps, by call id, and the failure of those that did not load. */
export interface StepPayloads {
  readonly payloads: ReadonlyMap<string, StepPayload>;
  readonly failure: ServiceFailure | null;
  readonly retry: () => void;
}

/** Loads the payloads of a range of steps, and of steps that they may repeat. */
export function useStepPayloads(
  { connectionId, projectId }: { connectionId: string; projectId: string },
  skeleton: TraceSkeleton,
  steps: TranscriptSteps,
  { first, last }: { first: number; last: number },
): StepPayloads {
  const blocks = useMemo(() => blocksOf(skeleton, steps, first, last), [skeleton, steps, first, last]);
  return useQueries({
    queries: blocks.map(({ ids, running }) => ({
      // A call that has ended has an output now: its block then has another key.
      queryKey: ["service", connectionId, "calls.streamQuery", "transcript", projectId, ids, running],
      queryFn: ({ signal }: { signal: AbortSignal }) => readBlock(connectionId, projectId, ids, signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: CACHE_TIME_MS,
      structuralSharing: false,
    })),
    combine,
  });
}

function combine(results: QueryObserverResult<Block>[]): StepPayloads {
  const failed = results.filter(({ isError }) => isError);
  return {
    payloads: new Map(results.flatMap(({ data }) => data ?? [])),
    failure: failed[0] ? failureOf(failed[0].error) : null,
    retry: () => {
      for (const result of failed) void result.refetch();
    },
  };
}

function blocksOf(skeleton: TraceSkeleton, steps: TranscriptSteps, first: number, last: number) {
  const wanted = new Set<number>();
  for (let step = Math.max(0, first); step <= Math.min(last, steps.count - 1); step += 1) {
    for (const needed of stepsNeeded(steps, step)) wanted.add(Math.floor(needed / BLOCK_SIZE));
  }
  return [...wanted]
    .sort((left, right) => left - right)
    .map((block) => {
      const rows = [...steps.rows.subarray(block * BLOCK_SIZE, (block + 1) * BLOCK_SIZE)];
      const idsOf = (list: readonly number[]) => list.map((row) => idOf(skeleton, row));
      return { ids: idsOf(rows), running: idsOf(rows.filter((row) => statusOf(skeleton, row) === "running")) };
    });
}

async function readBlock(connectionId: string, projectId: string, ids: string[], signal: AbortSignal): Promise<Block> {
  const large = await largeOnes(connectionId, projectId, ids, signal);
  const payloads = new Map<string, StepPayload>(large);
  const small = ids.filter((id) => !large.has(id));
  if (small.length > 0) {
    const body = { project_id: projectId, filter: { call_ids: small }, columns: ["inputs", "output", "exception"] };
    const calls: Call[] = [];
    const { end } = await streamOperation(connectionId, "calls.streamQuery", { body, signal }, (rows) => {
      calls.push(...rows);
    });
    if (end.kind === "cut-short") throw unreadable("calls.streamQuery", end.reason);
    for (const call of await withReadInputs({ connectionId, projectId, signal }, calls))
      payloads.set(call.id, payloadOf(call));
  }
  return ids.map((id) => [id, payloads.get(id) ?? { kind: "missing" }]);
}

function payloadOf(call: Call): StepPayload {
  return {
    kind: "read",
    conversation: readConversation(call.inputs, call.output),
    inputs: call.inputs ?? null,
    output: call.output ?? null,
    result: canonicalText(toolOutput(call.output)),
    exception: call.exception ?? null,
  };
}

/** Payloads that are too large for a transcript; none where the service does not report sizes. */
async function largeOnes(connectionId: string, projectId: string, ids: string[], signal: AbortSignal) {
  const large = new Map<string, StepPayload>();
  if (withoutPreviews.has(connectionId)) return large;
  try {
    const body = { project_id: projectId, call_ids: ids, length: 1 };
    const { previews } = await callOperation(connectionId, "calls.preview", { body, signal });
    for (const { id, inputs_length: inputs, output_length: output } of previews) {
      if (inputs + output > MAX_LENGTH) large.set(id, { kind: "large", length: inputs + output });
    }
  } catch (error) {
    if (failureOf(error).kind !== "unsupported") throw error;
    withoutPreviews.add(connectionId);
  }
  return large;
}
