"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { usePerson } from "@/components/session/use-person";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQuery } from "@/lib/api/client/service-query";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import type { RequestOf } from "@/lib/api/contract/operations";
import type { CallAddress } from "@/lib/calls/call-address";
import { readFeedback } from "@/lib/feedback/feedback-entries";

/** Maximum number of feedback entries loaded for one call; the list says when there are more. */
export const MAX_FEEDBACK = 500;

/** Feedback to add: its type, its payload, and for an annotation its spec. */
export type NewFeedback = Pick<RequestOf<"feedback.create">, "feedback_type" | "payload" | "annotation_ref">;

const callRef = ({ projectId, callId }: CallAddress) => `weave:///${projectId}/call/${callId}`;

function feedbackBody(address: CallAddress): RequestOf<"feedback.query"> {
  return {
    project_id: address.projectId,
    query: { $expr: { $eq: [{ $getField: "weave_ref" }, { $literal: callRef(address) }] } },
    sort_by: [{ field: "created_at", direction: "asc" }],
    limit: MAX_FEEDBACK,
  };
}

/** The feedback on a call, oldest first. */
export function useFeedback(address: CallAddress) {
  const person = usePerson();
  const query = useQuery({
    ...serviceQuery(address.connectionId, "feedback.query", feedbackBody(address)),
    retry: false,
  });
  const feedback = useMemo(() => query.data && readFeedback(query.data.result, person), [query.data, person]);
  return { query, feedback };
}

/** Returns functions that add and remove feedback on a call. */
export function useFeedbackChange(address: CallAddress) {
  const queryClient = useQueryClient();
  const person = usePerson();
  const { connectionId, projectId } = address;
  const renew = () =>
    Promise.all([
      queryClient.invalidateQueries({
        queryKey: serviceQueryKey(connectionId, "feedback.query", feedbackBody(address)),
      }),
      // Feedback may be a score of the rows that are shown.
      queryClient.invalidateQueries({ queryKey: ["service", connectionId, "scores.read"] }),
      queryClient.invalidateQueries({ queryKey: ["service", connectionId, "scores.list"] }),
    ]);
  const add = useMutation({
    mutationFn: (added: NewFeedback) =>
      callOperation(connectionId, "feedback.create", {
        body: {
          project_id: projectId,
          weave_ref: callRef(address),
          ...(person && { creator: person.email }),
          ...added,
        },
      }),
    onSuccess: renew,
  });
  const remove = useMutation({
    mutationFn: (id: string) =>
      callOperation(connectionId, "feedback.purge", {
        body: { project_id: projectId, query: { $expr: { $eq: [{ $getField: "id" }, { $literal: id }] } } },
      }),
    onSuccess: renew,
  });
  return { add, remove };
}
