import { callOperation, streamOperation } from "@/lib/api/client/service-client";
import { storeFile } from "@/lib/api/client/store-file";
import { uploadOperation } from "@/lib/api/client/upload-operation";
import type { SampleService } from "@/lib/sample/sample-service";

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
