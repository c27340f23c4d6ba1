import { stringifyJson } from "@/lib/api/contract/json-text";
import { ProviderFailure, streamProvider } from "@/service/completions/ask-provider";
import { ChunkSum } from "@/service/completions/chunk-sum";
import { providerRequest } from "@/service/completions/request-text";
import { TrackedCompletion } from "@/service/completions/tracked-completion";
import { noProvider } from "@/service/completions/unknown-model";
import type { Handler } from "@/service/http/handler";

/**
 * Streams a completion: the id of the tracked call first, then the provider's chunks as they come. A failure is a line
 * of its own and the last one. The call's end is stored when the stream ends, with what had come until then.
 */
export const streamCompletion: Handler<"completions.createStream"> = async function* ({ body }, context) {
  const { providers, calls, identity, bodyText, signal } = context;
  const chosen = providers.choose(body.inputs.model);
  if (!chosen) {
    yield { error: noProvider(body.inputs.model, providers) };
    return;
  }
  const { provider, model } = chosen;
  const { takesStreamOptions } = provider;
  const request = providerRequest(bodyText, { model, isStream: true, takesStreamOptions });
  const tracked =
    body.track_llm_call === false
      ? null
      : await TrackedCompletion.start(calls, {
          projectId: body.project_id,
          userId: identity.userId,
          inputsText: request.inputsText,
          model,
        });
  if (tracked) yield { _meta: { svc_call_id: tracked.id, weave_call_id: tracked.id } };
  const sum = new ChunkSum();
  let exception: string | null = "Stopped by the client.";
  try {
    for await (const chunk of streamProvider(provider, request, signal)) {
      sum.add(chunk);
      yield { ...chunk };
    }
    exception = null;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    exception = error.message;
    yield { error: error.message, status_code: error.status };
  } finally {
    const completion = sum.completion();
    await tracked?.end(stringifyJson(completion), completion.usage, exception);
  }
};
