import { callOperation } from "@/lib/api/client/service-client";
import type { QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import { answerTypeOf } from "@/lib/api/contract/feedback/answer-rewards";
import { subjectOf } from "./labels";

/** An answer to store. */
interface NewAnswer {
  /** Chosen once: an answer that is sent again is stored once. */
  readonly feedbackId: string;
  readonly question: string;
  /** The ref of the question's version. */
  readonly ref: string;
  readonly value: unknown;
}

/** What saving an item changes. */
export interface ReviewChange {
  readonly item: QueueItem;
  readonly state: "completed" | "skipped";
  readonly added: readonly NewAnswer[];
  /** Ids of the reviewer's earlier answers that these replace. */
  readonly replaced: readonly string[];
}

interface ReviewAddress {
  readonly connectionId: string;
  readonly projectId: string;
  /** The reviewer's address, by which a service with one shared credential tells reviewers apart. */
  readonly creator: string | undefined;
}

/** The stored records of a change, and the item with its new state. */
export interface SavedReview {
  readonly records: readonly unknown[];
  readonly item: QueueItem;
}

/**
 * Stores answers as feedback, then takes back those that they replace, then sets the state of the item. Each step can be
 * repeated: after a failure the same change is sent again.
 *
 * @throws RequestFailure
 */
export async function saveReview(
  { connectionId, projectId, creator }: ReviewAddress,
  { item, state, added, replaced }: ReviewChange,
): Promise<SavedReview> {
  const records = await Promise.all(
    added.map(async ({ feedbackId, question, ref, value }) => {
      const record = {
        id: feedbackId,
        project_id: projectId,
        weave_ref: subjectOf(projectId, item),
        feedback_type: answerTypeOf(question),
        payload: { value },
        annotation_ref: ref,
        ...(creator === undefined ? {} : { creator }),
      };
      const { created_at, svc_user_id } = await callOperation(connectionId, "feedback.create", { body: record });
      return { ...record, created_at, svc_user_id };
    }),
  );
  if (replaced.length > 0) {
    const ids: [{ $getField: string }, { $literal: string }[]] = [
      { $getField: "id" },
      replaced.map((id) => ({ $literal: id })),
    ];
    const body = { project_id: projectId, query: { $expr: { $in: ids } } };
    await callOperation(connectionId, "feedback.purge", { body });
  }
  const changed = await callOperation(connectionId, "annotationQueues.progress", {
    params: { queue_id: item.queue_id, item_id: item.id },
    body: { project_id: projectId, annotation_state: state },
  });
  return { records, item: changed.item };
}
