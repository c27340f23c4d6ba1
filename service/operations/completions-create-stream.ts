import { ChunkSum } from "@/lib/api/contract/chunk-sum";
import { stringifyJson } from "@/lib/api/contract/json-text";
import { streamProvider } from "@/service/completions/ask-provider";
import { beginCompletion } from "@/service/completions/begin-completion";
import { ProviderFailure } from "@/service/completions/provider-client";
import { startedNow } from "@/service/completions/started-now";
import { STOPPED } from "@/service/completions/tracked-completion";
import { noProvider } from "@/service/completions/unknown-model";
import type { Handler } from "@/service/http/handler";

/**
 * Streams a completion: the id of the tracked call first, then the provider's chunks as they come. A failure is a line
 * of its own and the last one. The call's end is stored when the stream ends, with what had come until then.
 */
export const streamCompletion: Handler<"completions.createStream"> = async function* ({ body }, context) {
  const begun = beginCompletion(body, context, true);
  if (!begun) {
    yield { error: noProvider(body.inputs.model, context.providers) };
    return;
  }
  const { provider, request, tracked } = begun;
  const sum = new ChunkSum();
  let exception: string | null = STOPPED;
  const leaving = new AbortController();
  // The provider thinks while the start of the call is stored.
  const chunks = startedNow(streamProvider(provider, request, AbortSignal.any([context.signal, leaving.signal])));
  try {
    if (tracked) {
      // A call whose id is told can be read, unless the provider is faster than the disk: a token waits for no disk.
      await Promise.race([tracked.stored, chunks.ready]);
      yield { _meta: { svc_call_id: tracked.id, weave_call_id: tracked.id } };
    }
    for await (const chunk of chunks.items) {
      sum.add(chunk);
      yield { ...chunk };
    }
    exception = null;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    exception = error.message;
    yield { error: error.message, status_code: error.status };
  } finally {
    leaving.abort();
    const completion = sum.completion();
    await tracked?.end(stringifyJson(completion), completion.usage, exception);
  }
};
