"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { reviewKey } from "@/components/review/use-queues";
import { useReviewers } from "@/components/review/use-reviewers";
import { callOperation } from "@/lib/api/client/service-client";
import type { QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import { indexLabels, readLabels } from "@/lib/review/labels";
import { readFeedbackOf } from "@/lib/review/read-feedback";
import { type ObjectsOfRubric, readRubric } from "@/lib/review/read-rubric";
import type { Workspace } from "@/lib/workspace/workspace";

/** The queue itself. */
const queueQuery = ({ connectionId, projectId }: Workspace, queueId: string) =>
  queryOptions({
    queryKey: [...reviewKey(connectionId, projectId), "queue", queueId],
    queryFn: async ({ signal }) => {
      const request = { params: { queue_id: queueId }, query: { project_id: projectId }, signal };
      return (await callOperation(connectionId, "annotationQueues.read", request)).queue;
    },
  });

/** The items of a queue in order. */
export const itemsQuery = ({ connectionId, projectId }: Workspace, queueId: string) =>
  queryOptions({
    queryKey: [...reviewKey(connectionId, projectId), "items", queueId],
    queryFn: async ({ signal }) => {
      const body = { project_id: projectId, include_position: true };
      const request = { params: { queue_id: queueId }, body, signal };
      return (await callOperation(connectionId, "annotationQueues.items", request)).items;
    },
  });

/** The questions of a queue. */
const rubricQuery = ({ connectionId, projectId }: Workspace, refs: readonly string[] | undefined) =>
  queryOptions({
    queryKey: [...reviewKey(connectionId, projectId), "rubric", refs],
    queryFn: ({ signal }): Promise<ObjectsOfRubric> => readRubric({ connectionId, projectId, signal }, refs ?? []),
    enabled: refs !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The feedback about the items of a queue, as the service has it. */
export const feedbackQuery = (workspace: Workspace, queueId: string, items: readonly QueueItem[] | undefined) =>
  queryOptions({
    queryKey: [...reviewKey(workspace.connectionId, workspace.projectId), "feedback", queueId, items?.length],
    queryFn: ({ signal }) => readFeedbackOf({ ...workspace, signal }, items ?? []),
    enabled: items !== undefined,
  });

const NO_RECORDS: readonly unknown[] = [];

/** Everything that a queue's page shows, as it loads. */
export function useReviewData(workspace: Workspace, queueId: string) {
  const queue = useQuery(queueQuery(workspace, queueId));
  const items = useQuery(itemsQuery(workspace, queueId));
  const rubric = useQuery(rubricQuery(workspace, queue.data?.scorer_refs));
  const feedback = useQuery(feedbackQuery(workspace, queueId, items.data));
  const reviewers = useReviewers();
  const records = feedback.data ?? NO_RECORDS;
  const labels = useMemo(() => indexLabels(readLabels(records, reviewers)), [records, reviewers]);
  return { queue, items, rubric, feedback, labels, reviewers };
}
