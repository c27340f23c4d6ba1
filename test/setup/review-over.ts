import type { QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import type { SampleReview } from "@/lib/sample/sample-service";

type Send = (method: string, path: string, body?: string) => Promise<Response>;

/** The requests of review queues that the sample sends, over any transport. `send` rejects when one fails. */
export function reviewOver(send: Send): SampleReview {
  const queuePath = (queueId: string) => `/annotation_queues/${queueId}`;
  const inProject = (projectId: string) => `?project_id=${encodeURIComponent(projectId)}`;
  return {
    async queues(projectId) {
      const body = JSON.stringify({ project_id: projectId });
      const text = await (await send("POST", "/annotation_queues/query", body)).text();
      return text
        .split("\n")
        .flatMap((line) => (line === "" ? [] : [JSON.parse(line) as { id: string; name: string }]));
    },
    async addItems(projectId, queueId, { callIds, threadIds }) {
      const added = { project_id: projectId, call_ids: callIds, thread_ids: threadIds };
      await send("POST", `${queuePath(queueId)}/items`, JSON.stringify(added));
      const body = JSON.stringify({ project_id: projectId });
      const response = await send("POST", `${queuePath(queueId)}/items/query`, body);
      const { items } = (await response.json()) as { items: QueueItem[] };
      return items.map(({ id, call_id, kind }) => ({ id, callId: call_id, kind: kind ?? "call" }));
    },
    async complete(projectId, queueId, itemId, reviewer) {
      const body = { project_id: projectId, annotation_state: "completed", user_id: reviewer };
      await send("POST", `${queuePath(queueId)}/items/${itemId}/progress`, JSON.stringify(body));
    },
    async deleteQueue(projectId, queueId) {
      await send("DELETE", `${queuePath(queueId)}${inProject(projectId)}`);
    },
  };
}
