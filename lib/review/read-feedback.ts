import { callOperation } from "@/lib/api/client/service-client";
import type { QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import { subjectOf } from "./labels";

/** Refs per request. */
const REFS_PER_REQUEST = 500;

interface ProjectAddress {
  readonly connectionId: string;
  readonly projectId: string;
  readonly signal: AbortSignal;
}

/** Reads all feedback about the items of a queue, oldest first. @throws RequestFailure, AbortError when stopped */
export async function readFeedbackOf(
  address: ProjectAddress,
  items: readonly QueueItem[],
): Promise<readonly unknown[]> {
  return await readFeedbackAbout(
    address,
    items.map((item) => subjectOf(address.projectId, item)),
  );
}

/** Reads all feedback about some calls or threads, oldest first. @throws RequestFailure, AbortError when stopped */
export async function readFeedbackAbout(
  { connectionId, projectId, signal }: ProjectAddress,
  subjects: readonly string[],
): Promise<readonly unknown[]> {
  const refs = subjects.map((subject) => ({ $literal: subject }));
  const records: unknown[] = [];
  for (let at = 0; at < refs.length; at += REFS_PER_REQUEST) {
    const within: [{ $getField: string }, { $literal: string }[]] = [
      { $getField: "weave_ref" },
      refs.slice(at, at + REFS_PER_REQUEST),
    ];
    const body = {
      project_id: projectId,
      query: { $expr: { $in: within } },
      sort_by: [{ field: "created_at", direction: "asc" as const }],
    };
    records.push(...(await callOperation(connectionId, "feedback.query", { body, signal })).result);
  }
  return records;
}
