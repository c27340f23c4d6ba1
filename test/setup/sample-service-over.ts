import { findOperation } from "@/lib/api/contract/operations";
import type { SampleService } from "@/lib/sample/sample-service";
import { reviewOver } from "./review-over";

/** Sends a request to the service; rejects when it fails. */
export type Send = (method: string, path: string, body?: BodyInit) => Promise<Response>;

/** The requests that create and delete the sample, over any transport. */
export function sampleServiceOver(send: Send): SampleService {
  return {
    call: async (id, body) => await (await send("POST", findOperation(id)?.path ?? "", JSON.stringify(body))).json(),
    callIds: async (project_id, trace_roots_only, limit) => {
      const body = { project_id, filter: { trace_roots_only }, columns: ["id"], limit };
      const text = await (await send("POST", "/calls/stream_query", JSON.stringify(body))).text();
      return text.split("\n").flatMap((line) => (line === "" ? [] : [(JSON.parse(line) as { id: string }).id]));
    },
    storeFile: async (projectId, name, text) => {
      const form = new FormData();
      form.set("project_id", projectId);
      form.set("file", new File([text], name));
      return ((await (await send("POST", "/file/create", form)).json()) as { digest: string }).digest;
    },
    review: reviewOver(send),
    trainer: {
      baseModels: async () => await (await send("GET", "/v1/preview/base-models")).json(),
      startJob: async (body) => void (await send("POST", "/v1/preview/training-jobs", JSON.stringify(body))),
      deleteModel: async (id) => void (await send("DELETE", `/v1/preview/models/${id}`)),
    },
  };
}
