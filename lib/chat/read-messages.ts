import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { isMembers, type Members, membersIn, textIn } from "@/lib/json/value/members";
import { type ChatMessage, lastTextOf } from "./chat-message";
import { readContentParts } from "./message-parts";
import { readMessage } from "./read-message";
import { INPUT_TEXT_MEMBERS, OUTPUT_TEXT_MEMBERS, plainTextOf } from "./spoken-words";

/** The inputs and output of a call, as messages. */
export interface Conversation {
  readonly input: readonly ChatMessage[];
  readonly output: readonly ChatMessage[];
  /** The model's finish reason, in the provider's word; null if it is not logged. */
  readonly finishReason: string | null;
}

/** Payloads nest wrappers around their messages, but not deeper than this. */
const MAX_DEPTH = 5;

/** Members that contain the messages of a request or of its answer, in order of precedence. */
const LISTS = [
  "messages",
  "gen_ai.input.messages",
  "gen_ai.output.messages",
  "gen_ai.prompt",
  "gen_ai.completion",
  "ai.prompt.messages",
  "llm.input_messages",
  "llm.output_messages",
  "choices",
  "candidates",
  "contents",
  "generations",
  "output",
  "input",
  "prompt",
  "message",
  "content",
  "response",
  "input.value",
  "output.value",
] as const;

/** Members that contain the system prompt next to the messages. */
const SYSTEM = ["system", "instructions", "gen_ai.system_instructions", "systemInstruction", "system_instruction"];

/**
 * Returns the messages of a payload, in order, the system prompt first; empty when it contains none.
 *
 * Reads what official clients and instrumentations log: OpenAI's chat and responses, Anthropic, Google, the GenAI
 * conventions of OpenTelemetry, OpenInference, the AI SDK, LangChain, and imported conversations.
 */
export function readMessages(payload: unknown): readonly ChatMessage[] {
  return find(payload, 0) ?? [];
}

/**
 * Returns a call as a conversation. A payload without messages that clearly is a message (a text, or a member like
 * `question`) becomes one message. Both sides are empty when the call has no conversation.
 */
export function readConversation(inputs: unknown, output: unknown): Conversation {
  const inputMessages = readMessages(inputs);
  const words = plainTextOf(inputs, INPUT_TEXT_MEMBERS);
  // A request may be one text next to its instructions; instructions alone are not a conversation.
  const input = inputMessages.length === 0 && words !== null && isMembers(inputs) ? systemOf(inputs) : inputMessages;
  return {
    input: conversationOrText(input, "user", words),
    output: conversationOrText(readMessages(output), "assistant", plainTextOf(output, OUTPUT_TEXT_MEMBERS)),
    finishReason: finishReasonOf(output, 0),
  };
}

function conversationOrText(
  messages: readonly ChatMessage[],
  role: "user" | "assistant",
  words: string | null,
): readonly ChatMessage[] {
  const isOnlySystem = messages.every((message) => message.role === "system");
  return isOnlySystem && words !== null
    ? [...messages, { role, name: null, parts: readContentParts(words) }]
    : messages;
}

/** Returns the last user message in the inputs of a call; null if there is none. */
export function lastUserText(inputs: unknown): string | null {
  return lastTextOf(readMessages(inputs), "user") ?? plainTextOf(inputs, INPUT_TEXT_MEMBERS);
}

/** Returns the answer in the output of a call. Null when a model only requested tools. */
export function answerTextOf(output: unknown): string | null {
  const messages = readMessages(output);
  if (messages.length === 0) return plainTextOf(output, OUTPUT_TEXT_MEMBERS);
  return lastTextOf(messages, "assistant") ?? lastTextOf(messages, "other");
}

function find(value: unknown, depth: number): ChatMessage[] | null {
  if (depth > MAX_DEPTH) return null;
  if (typeof value === "string") return findInText(value, depth);
  if (Array.isArray(value)) return findInList(value, depth);
  if (!isMembers(value)) return null;
  const message = readMessage(value);
  if (message) return [message];
  for (const name of LISTS) {
    const nested = name in value ? find(value[name], depth + 1) : null;
    if (nested && nested.length > 0) return [...systemOf(value), ...nested];
  }
  return null;
}

/** Some instrumentations write the whole request as JSON text. */
function findInText(text: string, depth: number): ChatMessage[] | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    return find(parseJson(text), depth + 1);
  } catch {
    // Not JSON: it is plain text, which the caller handles.
    return null;
  }
}

function findInList(items: readonly unknown[], depth: number): ChatMessage[] | null {
  const found = items.flatMap((item) => {
    if (Array.isArray(item)) return depth < MAX_DEPTH ? (findInList(item, depth + 1) ?? []) : [];
    if (!isMembers(item)) return [];
    // A choice has its message under `message`, a candidate of Google's under `content`.
    return readMessage(item) ?? find(membersIn(item, ["message", "content"]) ?? item, depth + 1) ?? [];
  });
  return found.length > 0 ? found : null;
}

function systemOf(request: Members): ChatMessage[] {
  const holders = [request, membersIn(request, ["config", "generationConfig", "generation_config"]) ?? {}];
  for (const value of holders.flatMap((holder) => SYSTEM.map((name) => holder[name]))) {
    const parts = readContentParts(isMembers(value) && "parts" in value ? value.parts : value);
    if (parts.length > 0) return [{ role: "system", name: null, parts }];
  }
  return [];
}

const REASONS = ["finish_reason", "stop_reason", "finishReason"] as const;

function finishReasonOf(value: unknown, depth: number): string | null {
  if (depth > MAX_DEPTH) return null;
  if (Array.isArray(value)) return finishReasonOf(value.at(-1), depth + 1);
  if (!isMembers(value)) return null;
  const incomplete = membersIn(value, ["incomplete_details"]);
  const reason = textIn(value, REASONS) ?? (incomplete && textIn(incomplete, ["reason"]));
  if (reason) return reason;
  for (const name of ["choices", "candidates", "gen_ai.output.messages", "generations", "response"]) {
    const nestedReason = name in value ? finishReasonOf(value[name], depth + 1) : null;
    if (nestedReason !== null) return nestedReason;
  }
  return null;
}
