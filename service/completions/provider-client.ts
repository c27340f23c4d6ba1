import OpenAI from "openai";
import { errorMessage } from "@/lib/failure/error-message";
import type { Provider } from "./provider";

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

export interface ClientOptions {
  /** Longest wait for the beginning of an answer. */
  readonly timeoutMs: number;
  /** How often rate limits, failures of the provider and lost connections before an answer began are tried again. */
  readonly moreTries: number;
  /** Hears of every request that leaves for the provider, the repeated ones too. */
  readonly onSend?: () => void;
}

/** A client of one provider: its address, its key and its headers, and nothing of the environment. */
export function providerClient(provider: Provider, { timeoutMs, moreTries, onSend }: ClientOptions): OpenAI {
  const send = provider.fetch ?? fetch;
  return new OpenAI({
    // The package wants a key; a server without keys does not look at it.
    apiKey: provider.apiKey ?? "none",
    baseURL: provider.baseUrl,
    // The package would read these of the environment, for whatever address.
    organization: null,
    project: null,
    defaultHeaders: provider.extraHeaders,
    maxRetries: moreTries,
    timeout: timeoutMs,
    // A redirect would carry the conversation to an address that nobody chose.
    fetchOptions: { redirect: "error" },
    logLevel: "off",
    fetch: (url, init) => {
      onSend?.();
      return send(url, init);
    },
  });
}

/** Header values shorter than this are no secrets, and would take words out of sentences. */
const MIN_SECRET_LENGTH = 8;

/** Takes the key and the values of headers out of a text that a provider wrote. */
function withoutSecrets(text: string, { apiKey, extraHeaders }: Provider): string {
  const secrets = [apiKey ?? "", ...Object.values(extraHeaders).filter((value) => value.length >= MIN_SECRET_LENGTH)];
  return secrets.filter((secret) => secret !== "").reduce((clean, secret) => clean.replaceAll(secret, "[key]"), text);
}

/** What went wrong, in a sentence. An abort of the caller stays one. */
export function providerFailureOf(error: unknown, provider: Provider, signal: AbortSignal): Error {
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
    return new ProviderFailure(withoutSecrets(`${provider.title}: ${error.message}`, provider), error.status ?? null);
  }
  const text = errorMessage(error);
  return new ProviderFailure(withoutSecrets(`${provider.title}: ${text}`, provider), null, { cause: error });
}
