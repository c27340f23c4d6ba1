import { callOperation, streamOperation } from "@/lib/api/client/service-client";
import { storeFile } from "@/lib/api/client/store-file";
import { uploadOperation } from "@/lib/api/client/upload-operation";
import type { SampleReview, SampleService } from "@/lib/sample/sample-service";

/** Columns that every service returns for a call, whatever columns were requested. */
const MIN_COLUMNS = ["id", "project_id", "op_name", "trace_id", "started_at"];

/** A connection's service as sample creation uses it: through the relay. */
export function browserSampleService(connectionId: string, signal?: AbortSignal): SampleService {
  const stoppable = signal ? { signal } : {};
  return {
    call: (id, body) => callOperation(connectionId, id, { body, ...stoppable }),
    async callIds(projectId, areRootsOnly, limit) {
      const ids: string[] = [];
      const body = {
        project_id: projectId,
        filter: { trace_roots_only: areRootsOnly },
        columns: MIN_COLUMNS,
        limit,
      };
      const { end } = await streamOperation(connectionId, "calls.streamQuery", { body, ...stoppable }, (rows) => {
        for (const { id } of rows) ids.push(id);
      });
      // Half of the ids are enough: the remaining ones are requested again.
      if (ids.length === 0 && end.kind === "cut-short") throw new Error(end.reason);
      return ids;
    },
    storeFile: (projectId, name, text) => storeFile(connectionId, projectId, new File([text], name), signal),
    review: browserReview(connectionId, stoppable),
    trainer: {
      baseModels: () => callOperation(connectionId, "models.base", stoppable),
      async startJob(job) {
        const body = new Blob([JSON.stringify(job)], { type: "application/json" });
        const { signal: stop = new AbortController().signal } = stoppable;
        await uploadOperation(connectionId, "trainingJobs.create", { body, signal: stop, onProgress: () => undefined });
      },
      async deleteModel(modelId) {
        await callOperation(connectionId, "models.delete", { params: { model_id: modelId }, ...stoppable });
      },
    },
  };
}

function browserReview(connectionId: string, stoppable: { readonly signal?: AbortSignal }): SampleReview {
  return {
    async queues(projectId) {
      const queues: { id: string; name: string }[] = [];
      const body = { project_id: projectId };
      const { end } = await streamOperation(connectionId, "annotationQueues.query", { body, ...stoppable }, (rows) => {
        for (const { id, name } of rows) queues.push({ id, name });
      });
      // A queue that is not seen would be created again.
      if (end.kind === "cut-short") throw new Error(end.reason);
      return queues;
    },
    async addItems(projectId, queueId, { callIds, threadIds }) {
      const params = { queue_id: queueId };
      const added = { project_id: projectId, call_ids: [...callIds], thread_ids: [...threadIds] };
      await callOperation(connectionId, "annotationQueues.addItems", { params, body: added, ...stoppable });
      const body = { project_id: projectId };
      const { items } = await callOperation(connectionId, "annotationQueues.items", { params, body, ...stoppable });
      return items.map(({ id, call_id, kind }) => ({ id, callId: call_id, kind: kind ?? "call" }));
    },
    async complete(projectId, queueId, itemId, reviewer) {
      const params = { queue_id: queueId, item_id: itemId };
      const body = { project_id: projectId, annotation_state: "completed" as const, user_id: reviewer };
      await callOperation(connectionId, "annotationQueues.progress", { params, body, ...stoppable });
    },
    async deleteQueue(projectId, queueId) {
      const request = { params: { queue_id: queueId }, query: { project_id: projectId }, ...stoppable };
      await callOperation(connectionId, "annotationQueues.delete", request);
    },
  };
}
