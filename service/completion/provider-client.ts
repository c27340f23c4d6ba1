import type OpenAI from "openai";
import { errorMessage } from "@/lib/guard/error-message";
import { limitedResponse } from "@/lib/outgoing/limited-response";
import type { Provider } from "@/service/kernel/providers/provider";
import { openai } from "./openai-package";

/** A failed request to a provider. `message` is readable and contains no key. */
export class ProviderFailure extends Error {
  override readonly name = "ProviderFailure";

  constructor(
    message: string,
    /** The provider's response; null when there was none. */
    readonly status: number | null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export interface ClientOptions {
  /** Maximum wait for the start of a response. */
  readonly timeoutMs: number;
  /** Number of retries for rate limits, provider failures and connections lost before a response began. */
  readonly moreTries: number;
  /** Called for every request sent to the provider, including retries. */
  readonly onSend?: () => void;
}

/** Creates a client for one provider from its address, key and headers; the environment is not used. */
export function providerClient(provider: Provider, { timeoutMs, moreTries, onSend }: ClientOptions): OpenAI {
  const send = provider.fetch ?? fetch;
  return new (openai().OpenAI)({
    // The package requires a key; servers without keys ignore it.
    apiKey: provider.apiKey ?? "none",
    baseURL: provider.baseUrl,
    // The package would read these from the environment for any address.
    organization: null,
    project: null,
    defaultHeaders: provider.extraHeaders,
    maxRetries: moreTries,
    timeout: timeoutMs,
    // A redirect would send the conversation to an address that the user did not choose.
    fetchOptions: { redirect: "error" },
    logLevel: "off",
    fetch: async (url, init) => {
      onSend?.();
      return limitedResponse(await send(url, init));
    },
  });
}

/** Header values shorter than this are not secrets, and hiding them would remove words from sentences. */
const MIN_SECRET_LENGTH = 8;

/** Hides the key and the header values in a text that a provider wrote. */
function withoutSecrets(text: string, { apiKey, extraHeaders }: Provider): string {
  const secrets = [apiKey ?? "", ...Object.values(extraHeaders).filter((value) => value.length >= MIN_SECRET_LENGTH)];
  return secrets.filter((secret) => secret !== "").reduce((clean, secret) => clean.replaceAll(secret, "[key]"), text);
}

/** Describes a failure in one sentence. An abort by the caller remains an abort. */
export function providerFailureOf(error: unknown, provider: Provider, signal: AbortSignal): Error {
  if (error instanceof ProviderFailure) return error;
  if (signal.aborted) return new DOMException("The client disconnected.", "AbortError");
  const { APIConnectionError, APIConnectionTimeoutError, APIError } = openai();
  if (error instanceof APIConnectionTimeoutError) {
    return new ProviderFailure(`${provider.title} did not respond in time.`, null, { cause: error });
  }
  if (error instanceof APIConnectionError) {
    return new ProviderFailure(`${provider.title} cannot be reached at ${new URL(provider.baseUrl).host}.`, null, {
      cause: error,
    });
  }
  if (error instanceof APIError) {
    return new ProviderFailure(withoutSecrets(`${provider.title}: ${error.message}`, provider), error.status ?? null);
  }
  const text = errorMessage(error);
  return new ProviderFailure(withoutSecrets(`${provider.title}: ${text}`, provider), null, { cause: error });
}
