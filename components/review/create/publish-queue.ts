import { callOperation } from "@/lib/api/client/service-client";
import type { RequestOf } from "@/lib/api/contract/operations";
import type { Workspace } from "@/lib/workspace/workspace";
import { publishQuestion } from "./publish-question";
import type { DraftQuestion, QueueDraft } from "./queue-draft";

/** Calls and threads that a queue gets. */
export interface ReviewSubjects {
  readonly callIds: readonly string[];
  readonly threadIds: readonly string[];
}

/** The result of adding to a queue. */
export interface AddedToQueue {
  readonly queueId: string;
  readonly added: number;
  readonly duplicates: number;
}

const ITEMS_PER_REQUEST = 1_000;

/** Publishes the new questions of a draft, in order, and returns the refs of its rubric. */
async function publishRubric(workspace: Workspace, questions: readonly DraftQuestion[]): Promise<string[]> {
  return await Promise.all(
    questions.map((question) =>
      question.kind === "existing" ? question.question.ref : publishQuestion(workspace, question.draft),
    ),
  );
}

/** Creates a queue and returns its id. Members that public servers do not know are sent only where they are set. */
export async function createQueue(workspace: Workspace, draft: QueueDraft): Promise<string> {
  const { connectionId, projectId } = workspace;
  const scorerRefs = await publishRubric(workspace, draft.questions);
  const body: RequestOf<"annotationQueues.create"> = {
    project_id: projectId,
    name: draft.name.trim(),
    description: draft.description.trim(),
    scorer_refs: scorerRefs,
    ...(draft.assignees.length === 0 ? {} : { assignees: [...draft.assignees] }),
    ...(draft.reviewsPerItem.trim() === "" ? {} : { reviews_per_item: Number(draft.reviewsPerItem) }),
  };
  return (await callOperation(connectionId, "annotationQueues.create", { body })).id;
}

/** Adds calls and threads to a queue, some at a time. */
export async function addToQueue(
  { connectionId, projectId }: Workspace,
  queueId: string,
  { callIds, threadIds }: ReviewSubjects,
): Promise<AddedToQueue> {
  const result = { queueId, added: 0, duplicates: 0 };
  const send = async (members: { call_ids: string[]; thread_ids?: string[] }) => {
    const body = { project_id: projectId, display_fields: [], ...members };
    const answer = await callOperation(connectionId, "annotationQueues.addItems", {
      params: { queue_id: queueId },
      body,
    });
    result.added += answer.added_count;
    result.duplicates += answer.duplicates;
  };
  for (let at = 0; at < callIds.length; at += ITEMS_PER_REQUEST) {
    await send({ call_ids: callIds.slice(at, at + ITEMS_PER_REQUEST) });
  }
  for (let at = 0; at < threadIds.length; at += ITEMS_PER_REQUEST) {
    await send({ call_ids: [], thread_ids: threadIds.slice(at, at + ITEMS_PER_REQUEST) });
  }
  return result;
}
