"use client";

import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { failureOf, unreadable } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { Call } from "@/lib/api/contract/calls/calls";
import { completePreview, type PayloadPreviews, payloadPreviewOf } from "@/lib/calls/payload-beginning";
import { fullCallQuery } from "./use-call";

/** The most that a service gives of a value by `calls.preview`. */
const LENGTH = 4096;

/** Connections without `calls.preview`: there the payload itself is read. */
const withoutPreviews = new Set<string>();

type CallKey = Pick<Call, "id" | "ended_at">;

/** The question for the first part of a call's payload. A call that has ended has an output now: another question. */
export function payloadPreviewsQuery(connectionId: string, projectId: string, { id, ended_at }: CallKey) {
  return queryOptions({
    queryKey: ["service", connectionId, "calls.preview", "beginnings", projectId, id, ended_at ?? null] as const,
    queryFn: ({ signal, client }) => readPayloadPreviews(client, connectionId, projectId, id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
}

/** The first part of the inputs and the output of a call. */
export function usePayloadPreviews(connectionId: string, projectId: string, call: CallKey) {
  return useQuery(payloadPreviewsQuery(connectionId, projectId, call));
}

async function readPayloadPreviews(
  client: QueryClient,
  connectionId: string,
  projectId: string,
  callId: string,
  signal: AbortSignal,
): Promise<PayloadPreviews> {
  if (!withoutPreviews.has(connectionId)) {
    try {
      const body = { project_id: projectId, call_ids: [callId], length: LENGTH };
      const { previews } = await callOperation(connectionId, "calls.preview", { body, signal });
      const [found] = previews;
      if (!found) throw unreadable("calls.preview", "The answer leaves out the call that was asked for.");
      return {
        inputs: payloadPreviewOf(found.inputs, found.inputs_length),
        output: payloadPreviewOf(found.output, found.output_length),
      };
    } catch (error) {
      if (failureOf(error).kind !== "unsupported") throw error;
      withoutPreviews.add(connectionId);
    }
  }
  // The same question as that for the whole call, so that nothing is read twice.
  const { call } = await client.fetchQuery(fullCallQuery(connectionId, projectId, callId));
  return { inputs: completePreview(call?.inputs), output: completePreview(call?.output) };
}
