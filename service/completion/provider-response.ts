import { isJsonObject } from "@/lib/guard/json-object";
import type { Provider } from "@/service/kernel/providers/provider";
import { openai, streaming } from "./openai-package";
import { ProviderFailure, providerClient, providerFailureOf } from "./provider-client";
import { ResponseSum } from "./response-sum";
import { STOPPED_MESSAGE } from "./tracked-completion";

/** Number of retries for rate limits, provider failures and connections lost before a response began. */
const MAX_RETRIES = 2;
const TIMEOUT_MS = 600_000;

/** Statuses of servers that do not have a path or a method. */
const ABSENT = new Set([404, 405, 501]);

/**
 * Sends a request of the Responses API to its provider.
 *
 * @param bodyText JSON text with the provider's name of the model
 * @throws ProviderFailure, or AbortError when the caller disconnected
 */
export async function openResponse(provider: Provider, bodyText: string, signal: AbortSignal): Promise<Response> {
  const { apiVersion } = provider;
  try {
    return await providerClient(provider, { timeoutMs: TIMEOUT_MS, moreTries: MAX_RETRIES })
      .post("/responses", {
        body: bodyText,
        headers: { "content-type": "application/json" },
        signal,
        stream: true,
        ...(apiVersion === null ? {} : { query: { "api-version": apiVersion } }),
      })
      .asResponse();
  } catch (error) {
    throw withoutResponses(providerFailureOf(error, provider, signal), provider);
  }
}

/** Many providers have chat completions only, and say so in as many ways as they refuse an unknown model. */
function withoutResponses(failure: Error, { title }: Provider): Error {
  if (!(failure instanceof ProviderFailure) || failure.status === null || !ABSENT.has(failure.status)) return failure;
  const advice = `Either the model is unknown there, or ${title} does not have the Responses API: POST /completions/create requests chat completions.`;
  return new ProviderFailure(`${failure.message}. ${advice}`, failure.status, { cause: failure });
}

/** The provider's whole response as JSON text. Throws like `openResponse`, also for a text that is not JSON. */
export async function readWhole(response: Response, provider: Provider, signal: AbortSignal): Promise<string> {
  try {
    const text = await response.text();
    if (!isJsonObject(parsedOrNull(text)))
      throw new ProviderFailure(`${provider.title} returned a response that is not JSON.`, null);
    return text;
  } catch (error) {
    throw providerFailureOf(error, provider, signal);
  }
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function reasonOf(error: unknown, provider: Provider, signal: AbortSignal): string {
  if (signal.aborted) return STOPPED_MESSAGE;
  if (error instanceof openai().APIError) return providerFailureOf(error, provider, signal).message;
  return `The stream of ${provider.title} broke off before the response was complete.`;
}

/** Adds up the events of a streamed response. Never rejects: a stream that breaks is a sum that says why. */
export async function sumEvents(
  body: ReadableStream<Uint8Array>,
  provider: Provider,
  signal: AbortSignal,
): Promise<ResponseSum> {
  const sum = new ResponseSum();
  try {
    for await (const event of streaming().Stream.fromSSEResponse(new Response(body), new AbortController()))
      sum.add(event);
    if (signal.aborted) sum.fail(STOPPED_MESSAGE);
    else if (!sum.isEnded) sum.fail(`The stream of ${provider.title} ended before the response was complete.`);
  } catch (error) {
    sum.fail(reasonOf(error, provider, signal));
  }
  return sum;
}
