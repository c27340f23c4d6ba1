import { ChunkSum } from "@/lib/api/contract/completions/chunk-sum";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { CompletionRefusal, orRefusal } from "@/service/completion/completion-refusal";
import { prepareCompletion } from "@/service/completion/prepare-completion";
import { ProviderFailure } from "@/service/completion/provider-client";
import { streamProvider } from "@/service/completion/request-completion";
import { STOPPED_MESSAGE } from "@/service/completion/tracked-completion";
import { unknownModelMessage } from "@/service/completion/unknown-model-message";
import { startEagerly } from "@/service/kernel/concurrency/start-eagerly";
import type { Handler } from "@/service/traces/handlers/handler";

/**
 * Streams a completion: the id of the tracked call and the number of retries, then the provider's chunks as they
 * arrive. A failure is a line of its own and the last one. The call's end is stored when the stream ends, with the
 * content received until then.
 */
export const streamCompletion: Handler<"completions.createStream"> = async function* ({ body }, context) {
  const begun = await orRefusal(prepareCompletion(body, context, true));
  if (begun instanceof CompletionRefusal) {
    yield begun.result;
    return;
  }
  if (!begun) {
    yield { error: unknownModelMessage(body.inputs.model, context.providers) };
    return;
  }
  const { call, tracked } = begun;
  const id = tracked?.id ?? null;
  let reportedRetries: number | null = null;
  /**
   * Reports the retries when their number has changed since the last report: requests are retried only before the first
   * chunk.
   */
  const pendingUpdates = () => {
    const { retries } = call.attempts;
    if (retries === reportedRetries) return [];
    reportedRetries = retries;
    return [{ _meta: { svc_call_id: id, weave_call_id: id, retries } }];
  };
  const sum = new ChunkSum();
  let exception: string | null = STOPPED_MESSAGE;
  const leaving = new AbortController();
  // The provider works while the start of the call is stored.
  const chunks = startEagerly(streamProvider(call, AbortSignal.any([context.signal, leaving.signal])));
  try {
    // A call whose id was sent can be read, unless the provider is faster than the disk: no token waits for the disk.
    await Promise.race([...(tracked ? [tracked.stored] : []), chunks.ready]);
    yield* pendingUpdates();
    for await (const chunk of chunks.items) {
      yield* pendingUpdates();
      sum.add(chunk);
      yield { ...chunk };
    }
    exception = null;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    exception = error.message;
    yield* pendingUpdates();
    yield { error: error.message, status_code: error.status };
  } finally {
    leaving.abort();
    const completion = sum.completion();
    await tracked?.end(stringifyJson(completion), completion.usage, exception);
  }
};
