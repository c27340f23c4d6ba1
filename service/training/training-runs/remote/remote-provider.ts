import { isJsonObject } from "@/lib/guard/json-object";
import type { Provider } from "@/service/kernel/providers/provider";
import { RemoteFailure, type RemoteService } from "./remote-service";

/** Returns checkpoints of a remote service as a provider: each request becomes a completion of the interface. */
export function remoteProvider(service: RemoteService, projectId: string): Provider {
  return {
    name: "remote",
    title: service.title,
    baseUrl: service.address,
    apiKey: null,
    keyVariable: null,
    models: null,
    hasStreamOptions: false,
    isLocal: false,
    extraHeaders: {},
    apiVersion: null,
    fetch: async (_input, init) => {
      const inputs: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : {};
      const signal = init?.signal ?? new AbortController().signal;
      try {
        // The trace of a rollout is stored here.
        const body = { project_id: projectId, inputs, track_llm_call: false };
        return responseOf(await service.complete(body, signal), service);
      } catch (error) {
        if (!(error instanceof RemoteFailure) || error.status === null) throw error;
        return failed(error.message, error.status >= 400 ? error.status : 502);
      }
    },
  };
}

const failed = (message: string, status: number) => Response.json({ error: { message } }, { status });

/** A failure of the model is part of a successful response. */
function responseOf(result: unknown, { title }: RemoteService): Response {
  const response = isJsonObject(result) ? result.response : null;
  if (!isJsonObject(response)) return failed(`${title} returned no completion.`, 502);
  if (response.error === undefined || response.error === null) return Response.json(response);
  const { error, status_code: status } = response;
  const text = typeof error === "string" ? error : JSON.stringify(error);
  return failed(text, typeof status === "number" && status >= 400 && status < 600 ? status : 502);
}
