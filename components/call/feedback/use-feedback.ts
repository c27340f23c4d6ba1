"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { usePerson } from "@/components/session/use-person";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQuery, serviceQueryKey } from "@/lib/api/client/service-query";
import type { RequestOf } from "@/lib/api/contract/operations";
import type { CallAddress } from "@/lib/calls/call-address";
import { readFeedback } from "@/lib/feedback/feedback-entries";

/** More feedback than this on one call is not asked for, and the list says so. */
export const MAX_FEEDBACK = 500;

/** What a person adds: the type, what it says, and for an annotation its specification. */
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

/** What was said about a call, oldest first. */
export function useFeedback(address: CallAddress) {
  const person = usePerson();
  const query = useQuery({
    ...serviceQuery(address.connectionId, "feedback.query", feedbackBody(address)),
    retry: false,
  });
  const feedback = useMemo(() => query.data && readFeedback(query.data.result, person), [query.data, person]);
  return { query, feedback };
}

/** Adds feedback to a call, and removes it. */
export function useFeedbackChange(address: CallAddress) {
  const queryClient = useQueryClient();
  const person = usePerson();
  const { connectionId, projectId } = address;
  const renew = () =>
    queryClient.invalidateQueries({ queryKey: serviceQueryKey(connectionId, "feedback.query", feedbackBody(address)) });
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
