import { parseJson, stringifyJson } from "@/lib/api/contract/json-text";
import { askProvider, ProviderFailure } from "@/service/completions/ask-provider";
import { providerRequest } from "@/service/completions/request-text";
import { TrackedCompletion } from "@/service/completions/tracked-completion";
import { noProvider } from "@/service/completions/unknown-model";
import type { Handler } from "@/service/http/handler";
import { RawJson } from "@/service/http/raw-json";

/** Both spellings of the id of the tracked call. */
const answer = (responseText: string, callId: string | null): RawJson => {
  const id = JSON.stringify(callId);
  return new RawJson(`{"response":${responseText},"svc_call_id":${id},"weave_call_id":${id}}`);
};

/** Asks the model's provider for one completion. What goes wrong there is an answer, not a failure of the service. */
export const createCompletion: Handler<"completions.create"> = async ({ body }, context) => {
  const { providers, calls, identity, bodyText, signal } = context;
  const chosen = providers.choose(body.inputs.model);
  if (!chosen) return answer(stringifyJson({ error: noProvider(body.inputs.model, providers) }), null);
  const { provider, model } = chosen;
  const { takesStreamOptions } = provider;
  const request = providerRequest(bodyText, { model, isStream: false, takesStreamOptions });
  const tracked =
    body.track_llm_call === false
      ? null
      : await TrackedCompletion.start(calls, {
          projectId: body.project_id,
          userId: identity.userId,
          inputsText: request.inputsText,
          model,
        });
  try {
    const text = await askProvider(provider, request, signal);
    const { usage } = parseJson(text) as { usage?: unknown };
    await tracked?.end(text, usage, null);
    return answer(text, tracked?.id ?? null);
  } catch (error) {
    const message = error instanceof ProviderFailure ? error.message : "Stopped by the client.";
    const failure = { error: message, ...(error instanceof ProviderFailure ? { status_code: error.status } : {}) };
    await tracked?.end(stringifyJson(failure), undefined, message);
    if (!(error instanceof ProviderFailure)) throw error;
    return answer(stringifyJson(failure), tracked?.id ?? null);
  }
};
