import { isJsonObject } from "@/lib/guard/json-object";
import type { Provider } from "@/service/kernel/providers/provider";
import type { Attempts } from "./attempts";
import { streaming } from "./openai-package";
import { ProviderFailure, providerClient, providerFailureOf } from "./provider-client";
import type { ProviderRequest } from "./request-text";

/** A chunk of a streamed completion, as the provider sent it. */
export type Chunk = Readonly<Record<string, unknown>>;

/** Number of retries for rate limits, provider failures and connections lost before a response began. */
const MAX_RETRIES = 2;
const TIMEOUT_MS = 600_000;

/** One request to a provider. */
export interface ProviderCall {
  readonly provider: Provider;
  readonly request: ProviderRequest;
  readonly attempts: Attempts;
  /** How often it is sent again; a usual number when absent. */
  readonly maxRetries?: number;
}

function open({ provider, request, attempts, maxRetries }: ProviderCall, signal: AbortSignal): Promise<Response> {
  const apiVersion = request.apiVersion ?? provider.apiVersion;
  const timeoutMs = request.timeoutMs ?? TIMEOUT_MS;
  return providerClient(provider, { timeoutMs, moreTries: maxRetries ?? MAX_RETRIES, onSend: attempts.note })
    .post("/chat/completions", {
      body: request.bodyText,
      headers: { "content-type": "application/json", ...request.extraHeaders },
      signal,
      stream: true,
      ...(apiVersion === null ? {} : { query: { "api-version": apiVersion } }),
    })
    .asResponse();
}

/**
 * The provider's whole response as JSON text.
 *
 * @throws ProviderFailure, or AbortError when the caller disconnected.
 */
export async function requestCompletion(call: ProviderCall, signal: AbortSignal): Promise<string> {
  const { provider } = call;
  try {
    const response = await open(call, signal);
    const text = await response.text();
    if (!isObjectText(text))
      throw new ProviderFailure(`${provider.title} returned a response that is not JSON.`, response.status);
    return text;
  } catch (error) {
    throw providerFailureOf(error, provider, signal);
  }
}

/**
 * The provider's response in chunks, as they arrive.
 *
 * @throws ProviderFailure, also when the stream breaks or ends before a finish reason; AbortError.
 */
export async function* streamProvider(call: ProviderCall, signal: AbortSignal): AsyncGenerator<Chunk> {
  const { provider } = call;
  const controller = new AbortController();
  const stop = () => controller.abort();
  signal.addEventListener("abort", stop, { once: true });
  try {
    const response = await open(call, AbortSignal.any([signal, controller.signal]));
    if (!response.headers.get("content-type")?.includes("event-stream")) {
      await response.body?.cancel();
      throw new ProviderFailure(`${provider.title} does not stream: it answered without events.`, response.status);
    }
    let isFinished = false;
    for await (const chunk of streaming().Stream.fromSSEResponse<Chunk>(response, controller)) {
      isFinished ||= hasFinished(chunk);
      yield chunk;
    }
    if (signal.aborted) throw new DOMException("The client disconnected.", "AbortError");
    if (!isFinished)
      throw new ProviderFailure(`The stream of ${provider.title} ended before the response was complete.`, null);
  } catch (error) {
    throw providerFailureOf(error, provider, signal);
  } finally {
    signal.removeEventListener("abort", stop);
    controller.abort();
  }
}

function hasFinished({ choices }: Chunk): boolean {
  if (!Array.isArray(choices)) return false;
  return choices.some((choice: { finish_reason?: unknown } | null) => typeof choice?.finish_reason === "string");
}

function isObjectText(text: string): boolean {
  try {
    return isJsonObject(JSON.parse(text));
  } catch {
    return false;
  }
}
