import { isMembers } from "@/lib/json/value/members";
import { jsonInText } from "./json-in-text";

/** Members of inputs that represent the whole, in order of precedence. */
export const INPUT_TEXT_MEMBERS = [
  "message",
  "user_message",
  "question",
  "query",
  "task",
  "prompt",
  "contents",
  "user_input",
  "input",
  "text",
  "content",
  "input.value",
  "gen_ai.prompt",
  "gen_ai.retrieval.query.text",
  "gen_ai.memory.query.text",
  "retrieval.query.text",
  "reranker.query",
  "traceloop.entity.input",
  "langfuse.observation.input",
  "mlflow.spanInputs",
  "inputs",
  "kwargs",
  "args",
  "prompts",
  "ai.value",
  "body",
] as const;

/** Members of outputs that represent the whole. */
export const OUTPUT_TEXT_MEMBERS = [
  "answer",
  "response",
  "reply",
  "completion",
  "final_output",
  "final_result",
  "output_text",
  "output",
  "message",
  "text",
  "content",
  "result",
  "raw",
  "output.value",
  "gen_ai.completion",
  "traceloop.entity.output",
  "langfuse.observation.output",
  "mlflow.spanOutputs",
  "outputs",
  "body",
] as const;

const MAX_DEPTH = 4;

/** Python's text for an object that it cannot convert: `<openai.Stream object at 0x7f1c>`. */
const OBJECT_ADDRESS = /^<[^<>]{1,200} at 0x[0-9a-f]+>$/i;

/** Returns whether a value is only the address of an object in the memory of a program. */
export function isObjectAddress(value: unknown): boolean {
  return typeof value === "string" && OBJECT_ADDRESS.test(value);
}

/**
 * Returns the one text that represents a payload: itself, a known member, or its only member. Null for everything else.
 */
export function plainTextOf(payload: unknown, names: readonly string[]): string | null {
  return plainText(payload, names, 0);
}

function plainText(value: unknown, names: readonly string[], depth: number): string | null {
  if (typeof value === "string") return value === "" || isObjectAddress(value) ? null : value;
  if (!isMembers(value) || depth > MAX_DEPTH) return null;
  for (const name of names) {
    const words = name in value ? plainText(onlyItem(payloadInText(name, value[name])), names, depth + 1) : null;
    if (words !== null) return words;
  }
  // A function with one parameter: its only input is the message, whatever its name.
  const members = Object.entries(value).filter(([name]) => name !== "self");
  const [only] = members;
  return members.length === 1 && only ? plainText(payloadInText(...only), names, depth + 1) : null;
}

/**
 * Returns whether a payload has only names of attributes, without content: an empty list of messages, or messages that have
 * only a role. Their client writes the content elsewhere, or not at all.
 */
export function isSilent(payload: unknown): boolean {
  if (!isMembers(payload)) return payload === null || payload === undefined;
  return Object.entries(payload).every(([name, value]) => name.includes(".") && isEmpty(value, 0));
}

function isEmpty(value: unknown, depth: number): boolean {
  if (value === null || value === undefined || value === "") return true;
  if (typeof value !== "object" || depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((item) => isEmpty(item, depth + 1));
  return Object.entries(value).every(([name, member]) => name === "role" || isEmpty(member, depth + 1));
}

/** Members in which instrumentations write a whole payload as text, which may be JSON. */
const isWrapper = (name: string) => name === "body" || name.includes(".");

function payloadInText(name: string, value: unknown): unknown {
  if (typeof value !== "string" || !isWrapper(name)) return value;
  const payload = jsonInText(value) ?? quotedText(value);
  return payload === undefined || !isSpoken(payload) ? value : payload;
}

const isSpoken = (payload: unknown) =>
  [INPUT_TEXT_MEMBERS, OUTPUT_TEXT_MEMBERS].some((names) => plainTextOf(payload, names) !== null);

/** The text in a JSON text; undefined for any other text. */
export function quotedText(text: string): unknown {
  if (!/^".*"$/s.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // An ordinary text between quotation marks.
    return undefined;
  }
}

/** The only argument of a method, whose object comes before it, or the only answer of a list. */
function onlyItem(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const said = value.filter((item) => !isObjectAddress(item));
  return said.length === 1 ? said[0] : null;
}
