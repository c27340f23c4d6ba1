import { type AttributeSource, builtTree, isObjectValue } from "./attribute-source";
import { emptyAttributes, isAttributes } from "./attribute-values";
import type { Span } from "./span";
import { messagesFromEvents } from "./span-events";

/**
 * The attributes in which instrumentations write inputs; the first one present counts. Vercel AI SDK (`ai`), GenAI and
 * OpenLLMetry (`gen_ai`, `traceloop`), OpenInference (`input.value`, `llm`), MLflow, Google's agents, Langfuse, and plain names.
 */
const INPUT_PATHS = [
  "ai.prompt",
  "gen_ai.prompt",
  "input.value",
  "mlflow.spanInputs",
  "gen_ai.input.messages",
  "traceloop.entity.input",
  "gcp.vertex.agent.tool_call_args",
  "gcp.vertex.agent.llm_request",
  "ai.toolCall.args",
  "ai.values",
  "ai.value",
  "gen_ai.tool.call.arguments",
  "llm.input_messages",
  "langfuse.observation.input",
  "input",
  "inputs",
] as const;

const OUTPUT_PATHS = [
  "ai.response",
  "gen_ai.completion",
  "output.value",
  "mlflow.spanOutputs",
  "gen_ai.output.messages",
  "gen_ai.content.completion",
  "traceloop.entity.output",
  "gcp.vertex.agent.tool_response",
  "gcp.vertex.agent.llm_response",
  "ai.toolCall.result",
  "ai.embeddings",
  "ai.embedding",
  "gen_ai.tool.call.result",
  "llm.output_messages",
  "langfuse.observation.output",
  "output",
  "outputs",
] as const;

/** Attributes that the GenAI conventions write next to the messages, and that belong to the same request. */
const BESIDE_MESSAGES = ["gen_ai.system_instructions", "gen_ai.tool.definitions"] as const;

/** OpenInference wraps each item in its own name: `{message: {...}}`, `{tool_call: {...}}`. */
function unwrapped(item: unknown, name: string): unknown {
  return isAttributes(item) && isAttributes(item[name]) ? item[name] : item;
}

function openInferenceMessages(list: unknown): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((item) => {
    const message = unwrapped(item, "message");
    if (!isAttributes(message) || !Array.isArray(message.tool_calls)) return message;
    const calls = message.tool_calls.map((call) => unwrapped(call, "tool_call"));
    return Object.assign(emptyAttributes(), message, { tool_calls: calls });
  });
}

function payloadAt(attributes: AttributeSource, paths: readonly string[]): [path: string, value: unknown] | null {
  for (const path of paths) {
    const value = attributes.at(path);
    if (value === undefined || value === null) continue;
    return [path, path.startsWith("llm.") ? openInferenceMessages(builtTree(value)) : value];
  }
  return null;
}

/** An object is returned as is; anything else is returned under its attribute name. */
function named(path: string, value: unknown): unknown {
  if (isObjectValue(value)) return value;
  const payload = emptyAttributes();
  payload[path] = value;
  return payload;
}

/** Returns the inputs of the call, an object; null when the span has none. */
export function spanInputs(span: Span): unknown {
  const inputPayload = payloadAt(span.attributes, INPUT_PATHS);
  if (!inputPayload) return messagesFromEvents(span.events).inputs ?? null;
  const inputs = named(...inputPayload);
  if (inputPayload[0] !== "gen_ai.input.messages") return inputs;
  const beside = emptyAttributes();
  for (const path of BESIDE_MESSAGES) {
    const value = span.attributes.at(path);
    if (value !== undefined && value !== null) beside[path] = value;
  }
  return Object.keys(beside).length === 0 ? inputs : Object.assign(emptyAttributes(), builtTree(inputs), beside);
}

/** Returns the output of the call, or undefined when the span has none. */
export function spanOutput(span: Span): unknown {
  const outputPayload = payloadAt(span.attributes, OUTPUT_PATHS);
  return outputPayload ? named(...outputPayload) : messagesFromEvents(span.events).output;
}
