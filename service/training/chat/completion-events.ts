import type { ResultOf } from "@/lib/api/contract/operations";
import { isJsonObject } from "@/lib/guard/json-object";

type Members = Readonly<Record<string, unknown>>;

/** The first delta of a choice in OpenAI's streams; some clients count the logprobs of a first chunk twice. */
function beginning(message: unknown): Members {
  const content = isJsonObject(message) && message.content === null ? null : "";
  return { role: "assistant", content };
}

/** Tool calls of a chunk are joined by their index, which those of a message do not have. */
function deltaOf(message: unknown): Members {
  if (!isJsonObject(message)) return {};
  const { tool_calls: toolCalls, role: _role, ...delta } = message;
  if (!Array.isArray(toolCalls)) return delta;
  return {
    ...delta,
    tool_calls: toolCalls.map((call: unknown, index) => ({ index, ...(isJsonObject(call) ? call : {}) })),
  };
}

/**
 * A completion as the events of OpenAI's streams: for each choice a chunk that begins it, one with its whole content,
 * and one with its finish reason; the usage if requested; the end mark.
 *
 * @param withUsage `stream_options.include_usage` of the request
 */
export function completionEvents(
  { choices, usage, ...completion }: ResultOf<"chat.complete">,
  withUsage: boolean,
): string {
  const common = { ...completion, object: "chat.completion.chunk", ...(withUsage ? { usage: null } : {}) };
  const chunks: Members[] = choices.flatMap(({ index, message, logprobs = null, finish_reason }) => [
    { ...common, choices: [{ index, delta: beginning(message), logprobs: null, finish_reason: null }] },
    { ...common, choices: [{ index, delta: deltaOf(message), logprobs, finish_reason: null }] },
    { ...common, choices: [{ index, delta: {}, logprobs: null, finish_reason }] },
  ]);
  if (withUsage) chunks.push({ ...common, choices: [], usage });
  return [...chunks.map((chunk) => JSON.stringify(chunk)), "[DONE]"].map((data) => `data: ${data}\n\n`).join("");
}
