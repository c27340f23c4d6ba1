"use client";

import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { failureOf, unreadable } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { Call } from "@/lib/api/contract/calls/calls";
import { completePreview, type PayloadPreviews, payloadPreviewOf } from "@/lib/calls/payload-beginning";
import { fullCallQuery } from "./use-call";

/** Maximum characters that `calls.preview` returns of a value. */
const LENGTH = 4096;

/** For connections without `calls.preview`: loads the payload itself. */
const withoutPreviews = new Set<string>();

type CallKey = Pick<Call, "id" | "ended_at">;

/** The query for the beginning of a call's payload. A call that has ended now has an output, so its key differs. */
export function payloadPreviewsQuery(connectionId: string, projectId: string, { id, ended_at }: CallKey) {
  return queryOptions({
    queryKey: ["service", connectionId, "calls.preview", "beginnings", projectId, id, ended_at ?? null] as const,
    queryFn: ({ signal, client }) => readPayloadPreviews(client, connectionId, projectId, id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
}

/** Returns the beginning of the inputs and the output of a call. */
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
      const [preview] = previews;
      if (!preview) throw unreadable("calls.preview", "The response does not contain the requested call.");
      return {
        inputs: payloadPreviewOf(preview.inputs, preview.inputs_length),
        output: payloadPreviewOf(preview.output, preview.output_length),
      };
    } catch (error) {
      if (failureOf(error).kind !== "unsupported") throw error;
      withoutPreviews.add(connectionId);
    }
  }
  // The same query as for the full call, so that nothing loads twice.
  const { call } = await client.fetchQuery(fullCallQuery(connectionId, projectId, callId));
  return { inputs: completePreview(call?.inputs), output: completePreview(call?.output) };
}
