import OpenAI from "openai";
import { Stream } from "openai/core/streaming";
import type { Provider } from "./provider";
import type { ProviderRequest } from "./request-text";

/** The provider did not answer as asked. `message` is for people and holds no key. */
export class ProviderFailure extends Error {
  override readonly name = "ProviderFailure";

  constructor(
    message: string,
    /** What the provider answered; null when it did not. */
    readonly status: number | null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A chunk of a streamed completion, as the provider sent it. */
export type Chunk = Readonly<Record<string, unknown>>;

/** Rate limits, failures of the provider and lost connections before an answer began are tried again so often. */
const MORE_TRIES = 2;
const PATIENCE_MS = 600_000;

function open(provider: Provider, request: ProviderRequest, signal: AbortSignal): Promise<Response> {
  const client = new OpenAI({
    // The package wants a key; a server without keys does not look at it.
    apiKey: provider.apiKey ?? "none",
    baseURL: provider.baseUrl,
    // The package would read these of the environment, for whatever address.
    organization: null,
    project: null,
    maxRetries: MORE_TRIES,
    timeout: request.timeoutMs ?? PATIENCE_MS,
    // A redirect would carry the conversation to an address that nobody chose.
    fetchOptions: { redirect: "error" },
    logLevel: "off",
  });
  return client
    .post("/chat/completions", {
      body: request.bodyText,
      headers: { "content-type": "application/json", ...request.extraHeaders },
      signal,
      stream: true,
      ...(request.apiVersion === null ? {} : { query: { "api-version": request.apiVersion } }),
    })
    .asResponse();
}

/** Takes the key out of a text that a provider wrote. */
const withoutKey = (text: string, { apiKey }: Provider): string =>
  apiKey === null || apiKey === "" ? text : text.replaceAll(apiKey, "[key]");

/** What went wrong, in a sentence. An abort of the caller stays one. */
function failureOf(error: unknown, provider: Provider, signal: AbortSignal): Error {
  if (error instanceof ProviderFailure) return error;
  if (signal.aborted) return new DOMException("The client left.", "AbortError");
  if (error instanceof OpenAI.APIConnectionTimeoutError) {
    return new ProviderFailure(`${provider.title} did not answer in time.`, null, { cause: error });
  }
  if (error instanceof OpenAI.APIConnectionError) {
    return new ProviderFailure(`${provider.title} cannot be reached at ${new URL(provider.baseUrl).host}.`, null, {
      cause: error,
    });
  }
  if (error instanceof OpenAI.APIError) {
    return new ProviderFailure(withoutKey(`${provider.title}: ${error.message}`, provider), error.status ?? null);
  }
  const text = error instanceof Error ? error.message : String(error);
  return new ProviderFailure(withoutKey(`${provider.title}: ${text}`, provider), null, { cause: error });
}

/**
 * The provider's whole answer, as its JSON text.
 *
 * @throws ProviderFailure, AbortError when the caller left.
 */
export async function askProvider(provider: Provider, request: ProviderRequest, signal: AbortSignal): Promise<string> {
  try {
    const response = await open(provider, request, signal);
    const text = await response.text();
    if (!isObjectText(text)) throw new ProviderFailure(`${provider.title} answered what is not JSON.`, response.status);
    return text;
  } catch (error) {
    throw failureOf(error, provider, signal);
  }
}

/**
 * The provider's answer in chunks, as they come.
 *
 * @throws ProviderFailure also in the middle, where the stream breaks or ends before a finish reason; AbortError.
 */
export async function* streamProvider(
  provider: Provider,
  request: ProviderRequest,
  signal: AbortSignal,
): AsyncGenerator<Chunk> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  signal.addEventListener("abort", stop, { once: true });
  try {
    const response = await open(provider, request, AbortSignal.any([signal, controller.signal]));
    if (!response.headers.get("content-type")?.includes("event-stream")) {
      await response.body?.cancel();
      throw new ProviderFailure(`${provider.title} does not stream: it answered without events.`, response.status);
    }
    let isFinished = false;
    for await (const chunk of Stream.fromSSEResponse<Chunk>(response, controller)) {
      isFinished ||= hasFinished(chunk);
      yield chunk;
    }
    if (signal.aborted) throw new DOMException("The client left.", "AbortError");
    if (!isFinished) throw new ProviderFailure(`The stream of ${provider.title} ended in the middle.`, null);
  } catch (error) {
    throw failureOf(error, provider, signal);
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
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
