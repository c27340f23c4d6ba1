import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { CompletionRefusal, orRefusal } from "@/service/completion/completion-refusal";
import { prepareCompletion } from "@/service/completion/prepare-completion";
import { ProviderFailure } from "@/service/completion/provider-client";
import { requestCompletion } from "@/service/completion/request-completion";
import { STOPPED_MESSAGE } from "@/service/completion/tracked-completion";
import { unknownModelMessage } from "@/service/completion/unknown-model-message";
import type { Handler } from "@/service/traces/handlers/handler";
import { RawJson } from "@/service/traces/handlers/raw-json";

/** Both spellings of the id of the tracked call; retries are null when no provider was called. */
const answer = (responseText: string, callId: string | null, retries: number | null): RawJson => {
  const id = JSON.stringify(callId);
  return new RawJson(`{"response":${responseText},"svc_call_id":${id},"weave_call_id":${id},"retries":${retries}}`);
};

/**
 * Requests one completion from the model's provider. A provider's failure is a result, not a failure of the service.
 */
export const createCompletion: Handler<"completions.create"> = async ({ body }, context) => {
  const begun = await orRefusal(prepareCompletion(body, context, false));
  if (begun instanceof CompletionRefusal) return answer(stringifyJson(begun.result), null, null);
  if (!begun)
    return answer(stringifyJson({ error: unknownModelMessage(body.inputs.model, context.providers) }), null, null);
  const { call, tracked } = begun;
  const { attempts } = call;
  let text: string;
  try {
    [text] = await Promise.all([requestCompletion(call, context.signal), tracked?.stored]);
  } catch (error) {
    const isOfProvider = error instanceof ProviderFailure;
    const failure = isOfProvider ? { error: error.message, status_code: error.status } : { error: STOPPED_MESSAGE };
    await tracked?.end(stringifyJson(failure), undefined, failure.error);
    if (!isOfProvider) throw error;
    return answer(stringifyJson(failure), tracked?.id ?? null, attempts.retries);
  }
  const { usage } = parseJson(text) as { usage?: unknown };
  await tracked?.end(text, usage, null);
  return answer(text, tracked?.id ?? null, attempts.retries);
};
