import { ChunkSum } from "@/lib/api/contract/chunk-sum";
import { stringifyJson } from "@/lib/api/contract/json-text";
import { ProviderFailure, streamProvider } from "@/service/completions/ask-provider";
import { beginCompletion } from "@/service/completions/begin-completion";
import { STOPPED } from "@/service/completions/tracked-completion";
import { noProvider } from "@/service/completions/unknown-model";
import type { Handler } from "@/service/http/handler";

/**
 * Streams a completion: the id of the tracked call first, then the provider's chunks as they come. A failure is a line
 * of its own and the last one. The call's end is stored when the stream ends, with what had come until then.
 */
export const streamCompletion: Handler<"completions.createStream"> = async function* ({ body }, context) {
  const begun = await beginCompletion(body, context, true);
  if (!begun) {
    yield { error: noProvider(body.inputs.model, context.providers) };
    return;
  }
  const { provider, request, tracked } = begun;
  if (tracked) yield { _meta: { svc_call_id: tracked.id, weave_call_id: tracked.id } };
  const sum = new ChunkSum();
  let exception: string | null = STOPPED;
  try {
    for await (const chunk of streamProvider(provider, request, context.signal)) {
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
