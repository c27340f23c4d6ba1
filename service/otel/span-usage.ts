import { LosslessNumber } from "lossless-json";
import type { AttributeSource } from "./attribute-source";
import { type Attributes, emptyAttributes } from "./attribute-values";

/**
 * Members of a call's usage, and the attributes that fill them; the first one that is a number counts. GenAI and
 * OpenLLMetry (`gen_ai`, `llm.usage`), OpenInference (`llm.token_count`), Vercel AI SDK (`ai.usage`), MLflow.
 */
const TOKENS: Readonly<Record<string, readonly string[]>> = {
  prompt_tokens: [
    "gen_ai.usage.prompt_tokens",
    "llm.token_count.prompt",
    "ai.usage.promptTokens",
    "langfuse.observation.usage_details.input",
  ],
  input_tokens: ["gen_ai.usage.input_tokens", "ai.usage.inputTokens", "mlflow.chat.tokenUsage.input_tokens"],
  completion_tokens: [
    "gen_ai.usage.completion_tokens",
    "llm.token_count.completion",
    "ai.usage.completionTokens",
    "langfuse.observation.usage_details.output",
  ],
  output_tokens: ["gen_ai.usage.output_tokens", "ai.usage.outputTokens", "mlflow.chat.tokenUsage.output_tokens"],
  total_tokens: [
    "llm.usage.total_tokens",
    "llm.token_count.total",
    "gen_ai.usage.total_tokens",
    "ai.usage.totalTokens",
    "mlflow.chat.tokenUsage.total_tokens",
    "langfuse.observation.usage_details.total",
  ],
  cache_read_input_tokens: [
    "gen_ai.usage.cache_read.input_tokens",
    "gen_ai.usage.cache_read_input_tokens",
    "llm.token_count.prompt_details.cache_read",
    "ai.usage.cachedInputTokens",
    "mlflow.chat.tokenUsage.cache_read_input_tokens",
  ],
  cache_creation_input_tokens: [
    "gen_ai.usage.cache_creation.input_tokens",
    "gen_ai.usage.cache_write.input_tokens",
    "gen_ai.usage.cache_creation_input_tokens",
    "llm.token_count.prompt_details.cache_write",
    "mlflow.chat.tokenUsage.cache_creation_input_tokens",
  ],
  reasoning_tokens: [
    "gen_ai.usage.reasoning.output_tokens",
    "gen_ai.usage.reasoning_tokens",
    "llm.token_count.completion_details.reasoning",
    "ai.usage.reasoningTokens",
  ],
};

const TOKEN_PATHS = Object.entries(TOKENS);

/** Parses a token count: some writers send text. A value that is not a whole number is ignored. */
function count(value: unknown): number | null {
  const number = value instanceof LosslessNumber || typeof value === "string" ? Number(value) : value;
  if (value === "" || typeof number !== "number" || !Number.isInteger(number) || number < 0) return null;
  return number;
}

function firstCount(attributes: AttributeSource, paths: readonly string[]): number | null {
  for (const path of paths) {
    const tokens = count(attributes.at(path));
    if (tokens !== null) return tokens;
  }
  return null;
}

/**
 * Returns the tokens that one span used, in the members of a call's `summary.usage`; undefined when it reports none.
 * The total is the sum of both directions when the span does not report it. Only this span's own tokens: spans arrive
 * one by one, so children are not added up here.
 */
export function spanUsage(attributes: AttributeSource): Record<string, number> | undefined {
  const usage: Record<string, number> = {};
  for (const [member, paths] of TOKEN_PATHS) {
    const tokens = firstCount(attributes, paths);
    if (tokens !== null) usage[member] = tokens;
  }
  if (Object.keys(usage).length === 0) return undefined;
  const input = usage.prompt_tokens ?? usage.input_tokens;
  const output = usage.completion_tokens ?? usage.output_tokens;
  if (usage.total_tokens === undefined && (input !== undefined || output !== undefined)) {
    usage.total_tokens = (input ?? 0) + (output ?? 0);
  }
  return { requests: 1, ...usage };
}

/** Returns the model name for a span's usage: prices are looked up by it. */
export function usageOf(model: string | null, usage: Record<string, number>): Attributes {
  const byModel = emptyAttributes();
  byModel[model ?? "usage"] = usage;
  return byModel;
}
