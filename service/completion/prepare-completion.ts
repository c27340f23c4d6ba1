import { readSource, SOURCE_HEADER, SOURCE_OPS } from "@/lib/api/contract/completions/completion-source";
import type { InputOf } from "@/lib/api/contract/operations";
import type { CompletionAccess } from "@/service/kernel/providers/built-in-model-source";
import type { ProviderDirectory } from "@/service/kernel/providers/provider-directory";
import type { SpendingGate } from "@/service/traces/handlers/spending-gate";
import type { CallWriter } from "@/service/traces/store/calls/call-writer";
import type { ObjectStore } from "@/service/traces/store/objects/object-store";
import { applyPrompt } from "./apply-prompt";
import { Attempts } from "./attempts";
import type { ProviderCall } from "./request-completion";
import { providerRequest } from "./request-text";
import { attributesOf, TrackedCompletion } from "./tracked-completion";

/** The sender of a completion request, the available providers, and where its call is stored. */
interface CompletionContext extends CompletionAccess {
  readonly providers: ProviderDirectory;
  readonly calls: CallWriter;
  readonly objects: ObjectStore;
  readonly spending: SpendingGate;
  readonly signal: AbortSignal;
  /** The request body as received. */
  readonly bodyText: string;
  readonly header: (name: string) => string | null;
}

/** A completion that is ready to be requested. */
export interface PreparedCompletion {
  readonly call: ProviderCall;
  /** Its call, whose start is being stored; null when it is not tracked. */
  readonly tracked: TrackedCompletion | null;
}

/**
 * Finds the model's provider and the request's prompt, cuts the provider's request out of the body, and starts to store
 * the call.
 *
 * @returns null when no provider is known for the model
 * @throws ProviderKeyMissing, ValidationFailed, PromptFailure, BudgetReachedError
 */
export async function prepareCompletion(
  body: InputOf<"completions.create">["body"],
  { providers, calls, objects, spending, identity, note, bodyText, header, signal }: CompletionContext,
  isStream: boolean,
): Promise<PreparedCompletion | null> {
  const chosen = providers.choose(body.inputs.model, { identity, note });
  if (!chosen) return null;
  const { provider, model } = chosen;
  const endUser = body.inputs.user || null;
  const spent = { projectId: body.project_id, model, userId: identity.userId, endUser };
  // Models of this service cost no money.
  if (!provider.fetch) await spending.require(spent, signal);
  const prompt = await applyPrompt(body, objects, signal);
  const request = providerRequest(bodyText, { model, isStream, hasStreamOptions: provider.hasStreamOptions, prompt });
  const call = { provider, request, attempts: new Attempts() };
  if (body.track_llm_call === false) return { call, tracked: null };
  const source = readSource(header(SOURCE_HEADER));
  const tracked = new TrackedCompletion(calls, {
    projectId: body.project_id,
    userId: identity.userId,
    inputsText: request.inputsText,
    model,
    ...(source === null ? {} : { opName: SOURCE_OPS[source] }),
    // The messages are stored as the model got them, with the number of those from the prompt.
    ...attributesOf(prompt && { prompt_messages: prompt.messageCount }, endUser),
  });
  return { call, tracked };
}
