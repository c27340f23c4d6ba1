/** A built-in provider; it can be used when its key is set or its server is reachable. */
export interface ReadyProvider {
  /** The prefix before the slash in `provider/model`. */
  readonly name: string;
  readonly title: string;
  /** Its OpenAI-compatible address, without `/chat/completions`. */
  readonly baseUrl: string;
  /** Environment variables of its key, the usual one first; empty when no key is needed. */
  readonly keyVariables: readonly string[];
  /** Environment variables of another address. */
  readonly urlVariables: readonly string[];
  /** Models that belong to it when the request names no provider. */
  readonly models: RegExp | null;
  /** True when it accepts `stream_options.include_usage`, without which most providers omit usage in a stream. */
  readonly hasStreamOptions: boolean;
  /** Runs on this machine: the service checks whether it is reachable. */
  readonly isLocal: boolean;
}

type Remote = Pick<ReadyProvider, "name" | "title" | "baseUrl" | "models"> &
  Partial<Pick<ReadyProvider, "keyVariables" | "hasStreamOptions">>;

function remote({ keyVariables, hasStreamOptions: takesStreamOptions = true, ...provider }: Remote): ReadyProvider {
  const prefix = provider.name.toUpperCase();
  return {
    ...provider,
    keyVariables: keyVariables ?? [`${prefix}_API_KEY`],
    urlVariables: [`${prefix}_BASE_URL`],
    hasStreamOptions: takesStreamOptions,
    isLocal: false,
  };
}

function local(name: string, title: string, port: number, urlVariable: string): ReadyProvider {
  return {
    name,
    title,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    models: null,
    keyVariables: [],
    urlVariables: [urlVariable],
    hasStreamOptions: true,
    isLocal: true,
  };
}

/** Providers with an OpenAI-compatible API, with the address from their documentation. */
export const readyProviders: readonly ReadyProvider[] = [
  remote({
    name: "openai",
    title: "OpenAI",
    baseUrl: "https://api.openai.com/v1",
    models: /^(?:gpt-|chatgpt-|o\d)/,
  }),
  remote({ name: "anthropic", title: "Anthropic", baseUrl: "https://api.anthropic.com/v1", models: /^claude-/ }),
  remote({
    name: "gemini",
    title: "Google Gemini",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai",
    keyVariables: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
    models: /^gemini-/,
  }),
  remote({
    name: "mistral",
    title: "Mistral",
    baseUrl: "https://api.mistral.ai/v1",
    models: /^(?:mistral|codestral|ministral|pixtral|magistral)-/,
    hasStreamOptions: false,
  }),
  remote({ name: "groq", title: "Groq", baseUrl: "https://api.groq.com/openai/v1", models: null }),
  remote({
    name: "together",
    title: "Together",
    baseUrl: "https://api.together.xyz/v1",
    keyVariables: ["TOGETHER_API_KEY", "TOGETHERAI_API_KEY"],
    models: null,
  }),
  remote({ name: "openrouter", title: "OpenRouter", baseUrl: "https://openrouter.ai/api/v1", models: null }),
  remote({ name: "deepseek", title: "DeepSeek", baseUrl: "https://api.deepseek.com/v1", models: /^deepseek-/ }),
  remote({ name: "xai", title: "xAI", baseUrl: "https://api.x.ai/v1", models: /^grok-/ }),
  local("ollama", "Ollama", 11434, "OLLAMA_BASE_URL"),
  local("vllm", "vLLM", 8000, "VLLM_BASE_URL"),
  local("llamacpp", "llama.cpp", 8080, "LLAMACPP_BASE_URL"),
  local("lmstudio", "LM Studio", 1234, "LMSTUDIO_BASE_URL"),
];

/** Every variable that a provider's key or address is read from. */
export const providerVariableNames: readonly string[] = readyProviders.flatMap(({ keyVariables, urlVariables }) => [
  ...keyVariables,
  ...urlVariables,
]);
