import { parseJson, plainNumber, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { isJsonObject } from "@/lib/guard/json-object";
import { Attempts } from "@/service/completion/attempts";
import { BudgetReachedError } from "@/service/completion/budgets/budget-reached-error";
import { ProviderFailure } from "@/service/completion/provider-client";
import { requestCompletion } from "@/service/completion/request-completion";
import { providerRequest } from "@/service/completion/request-text";
import { unknownModelMessage } from "@/service/completion/unknown-model-message";
import { microsNow, type Usage } from "@/service/evaluation/evaluation-runs/stored/call-parts-of";
import type { Identity } from "@/service/kernel/access/identity";
import type { ProviderDirectory } from "@/service/kernel/providers/provider-directory";
import type { SpendingGate } from "@/service/traces/handlers/spending-gate";

/** Where requests are sent, for whom, and how long they may take. */
export interface ModelAccess {
  readonly providers: Pick<ProviderDirectory, "choose" | "providers">;
  readonly identity: Identity;
  readonly spending: SpendingGate;
  /** Whose spend the requests are. */
  readonly projectId: string;
  readonly timeoutSeconds: number;
  readonly retries: number;
}

export interface ModelRequest {
  readonly model: string;
  readonly messages: readonly object[];
  readonly params: Readonly<Record<string, unknown>>;
}

/** One request to a model, answered or not, as its call is stored. */
export interface ModelRun {
  /** The inputs of the call. */
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly startedMicros: number;
  readonly endedMicros: number;
  /** The provider's response, or `{error}`. */
  readonly response: unknown;
  readonly error: string | null;
  readonly usage: Usage;
}

/**
 * Sends one request. A failure of the provider is a result; retries with growing pauses happen before.
 *
 * @throws BudgetReachedError before anything is sent, AbortError when the run was interrupted
 */
export async function completeOnce(
  { providers, identity, spending, projectId, timeoutSeconds, retries }: ModelAccess,
  { model, messages, params }: ModelRequest,
  signal: AbortSignal,
): Promise<ModelRun> {
  const inputs = {
    model,
    messages,
    ...Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null && value !== undefined)),
  };
  const startedMicros = microsNow();
  const failed = (error: string, response: unknown = { error }): ModelRun => ({
    inputs,
    startedMicros,
    endedMicros: microsNow(),
    response,
    error,
    usage: {},
  });
  try {
    const chosen = providers.choose(model, { identity, note: () => undefined });
    if (!chosen) return failed(unknownModelMessage(model, providers));
    const { provider } = chosen;
    const spent = { projectId, model: chosen.model, userId: identity.userId, endUser: null };
    // Models of this service, and of another one that trains, cost no money here.
    if (!provider.fetch) await spending.require(spent, signal);
    const body = stringifyJson({ inputs: { ...inputs, timeout: timeoutSeconds } });
    const request = providerRequest(body, {
      model: chosen.model,
      isStream: false,
      hasStreamOptions: provider.hasStreamOptions,
    });
    const text = await requestCompletion(
      { provider, request, attempts: new Attempts(), maxRetries: retries },
      // Its own: many requests wait for one signal.
      AbortSignal.any([signal]),
    );
    const response = parseJson(text);
    const usage = isJsonObject(response) && isJsonObject(response.usage) ? { requests: 1, ...response.usage } : null;
    const run = {
      inputs,
      startedMicros,
      endedMicros: microsNow(),
      response,
      usage: usage ? { [chosen.model]: usage } : {},
    };
    return { ...run, error: hasChoice(response) ? null : `${provider.title} returned no answer.` };
  } catch (error) {
    if (error instanceof ProviderFailure)
      return failed(error.message, { error: error.message, status_code: error.status });
    if (error instanceof BudgetReachedError) throw error;
    if (error instanceof Error && error.name === "AbortError") throw error;
    // A key that is not set, or a member that no provider takes.
    if (error instanceof Error) return failed(error.message);
    throw error;
  }
}

function hasChoice(response: unknown): boolean {
  return isJsonObject(response) && Array.isArray(response.choices) && isJsonObject(response.choices[0]);
}

/** The message of a response with one choice. */
export function messageOf(response: unknown): Readonly<Record<string, unknown>> {
  const choice = isJsonObject(response) && Array.isArray(response.choices) ? response.choices[0] : null;
  return isJsonObject(choice) && isJsonObject(choice.message) ? choice.message : {};
}

/** Returns the number of tokens in usage. */
export function tokensIn(usage: Usage): number {
  return Object.values(usage).reduce((sum, counts) => {
    const of = (name: string) => Number(plainNumber(counts[name]) ?? 0) || 0;
    return sum + (of("total_tokens") || of("prompt_tokens") + of("completion_tokens"));
  }, 0);
}
