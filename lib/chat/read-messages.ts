import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { printedObject, pythonLiteral } from "@/lib/json/scan/python-literal";
import { isMembers, type Members, membersIn, textIn } from "@/lib/json/value/members";
import { type ChatMessage, lastTextOf, messageText } from "./chat-message";
import { documentsIn } from "./found-documents";
import { jsonInText } from "./json-in-text";
import { readContentParts } from "./message-parts";
import { isRole, readMessage } from "./read-message";
import { INPUT_TEXT_MEMBERS, isObjectAddress, OUTPUT_TEXT_MEMBERS, plainTextOf } from "./spoken-words";
import { joinedChunks } from "./streamed-chunks";

/** The inputs and output of a call, as messages. */
export interface Conversation {
  readonly input: readonly ChatMessage[];
  readonly output: readonly ChatMessage[];
  /** The model's finish reason, in the provider's word; null if it is not logged. */
  readonly finishReason: string | null;
}

/** Payloads nest wrappers around their messages, but not deeper than this. */
const MAX_DEPTH = 8;

/** Members that contain the messages of a request or of its answer, in order of precedence. */
const LISTS = [
  "messages",
  "gen_ai.input.messages",
  "gen_ai.output.messages",
  "pydantic_ai.all_messages",
  "all_messages_events",
  "gen_ai.prompt",
  "gen_ai.completion",
  "ai.prompt.messages",
  "ai.prompt",
  "ai.response",
  "llm.input_messages",
  "llm.output_messages",
  "llm.prompts",
  "llm.choices",
  "choices",
  "candidates",
  "contents",
  "generations",
  "output",
  "outputs",
  "input",
  "inputs",
  "kwargs",
  "args",
  "prompt",
  "prompts",
  "message",
  "content",
  "response",
  "request",
  "result",
  "state",
  "update",
  "replies",
  "chat_history",
  "body",
  "input.value",
  "output.value",
  "traceloop.entity.input",
  "traceloop.entity.output",
  "langfuse.observation.input",
  "langfuse.observation.output",
  "mlflow.spanInputs",
  "mlflow.spanOutputs",
  "gcp.vertex.agent.llm_request",
  "gcp.vertex.agent.llm_response",
] as const;

/** Members that contain the system prompt next to the messages. */
const SYSTEM = ["system", "instructions", "gen_ai.system_instructions", "systemInstruction", "system_instruction"];

/** The role of a message that names none. */
type Speaker = "user" | "assistant";

/**
 * Returns the messages of a payload, in order, the system prompt first; empty when it contains none.
 *
 * Reads what official clients and instrumentations log: OpenAI's chat and responses, Anthropic, Google, Bedrock, the GenAI
 * conventions of OpenTelemetry, OpenInference, OpenLLMetry, the AI SDK, LangChain, Langfuse, and imported conversations.
 */
export function readMessages(payload: unknown, speaker: Speaker = "user"): readonly ChatMessage[] {
  return find(payload, speaker, 0) ?? [];
}

/**
 * Returns a call as a conversation. A payload without messages that clearly is a message (a text, or a member like
 * `question`) becomes one message, and so does what a search found. Both sides are empty when the call has no
 * conversation.
 */
export function readConversation(inputs: unknown, output: unknown): Conversation {
  const inputMessages = readMessages(inputs);
  const words = plainTextOf(inputs, INPUT_TEXT_MEMBERS);
  // A request may be one text next to its instructions; instructions alone are not a conversation.
  const systemAndWords = inputMessages.length === 0 && words !== null && isMembers(inputs) ? systemOf(inputs) : null;
  const input = conversationOrText(systemAndWords ?? inputMessages, "user", words);
  return {
    input,
    output: withoutHistory(input, outputMessages(output)),
    finishReason: finishReasonOf(output, 0),
  };
}

function outputMessages(output: unknown): readonly ChatMessage[] {
  const messages = readMessages(output, "assistant");
  if (messages.length > 0) return messages;
  const documents = documentsIn(output);
  if (documents.length > 0) return [{ role: "tool", name: null, parts: [{ kind: "documents", documents }] }];
  return conversationOrText(messages, "assistant", plainTextOf(output, OUTPUT_TEXT_MEMBERS));
}

/** A graph of steps returns its whole state: the messages that it was given, then its own. */
function withoutHistory(input: readonly ChatMessage[], output: readonly ChatMessage[]): readonly ChatMessage[] {
  const isRepeated = (message: ChatMessage, index: number) => stringifyJson(message) === stringifyJson(output[index]);
  const isHistory = input.length > 0 && input.length < output.length && input.every(isRepeated);
  return isHistory ? output.slice(input.length) : output;
}

function conversationOrText(
  messages: readonly ChatMessage[],
  role: Speaker,
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
  const messages = readMessages(output, "assistant");
  if (messages.length === 0) return plainTextOf(output, OUTPUT_TEXT_MEMBERS);
  return lastTextOf(messages, "assistant") ?? lastTextOf(messages, "other");
}

function find(value: unknown, speaker: Speaker, depth: number): ChatMessage[] | null {
  if (depth > MAX_DEPTH) return null;
  if (typeof value === "string") return findInText(value, speaker, depth);
  if (Array.isArray(value)) return findInList(value, speaker, depth);
  if (!isMembers(value)) return null;
  const members = withShortNames(value);
  const message = readMessage(members);
  if (message) return [message];
  if (Array.isArray(members.parts)) return findInParts(members.parts, speaker);
  for (const name of LISTS) {
    const nested = name in members ? findUnder(name, members[name], speaker, depth + 1) : null;
    if (nested && nested.length > 0) return withSystem(systemOf(members), nested);
  }
  return findInNumbered(members, speaker, depth) ?? findInOnlyMember(members, speaker, depth);
}

/** Some clients write the system prompt beside the messages and again as the first of them. */
function withSystem(system: readonly ChatMessage[], messages: readonly ChatMessage[]): ChatMessage[] {
  const isRepeated = (said: ChatMessage) =>
    messages[0]?.role === "system" && messageText(messages[0]) === messageText(said);
  return [...system.filter((said) => !isRepeated(said)), ...messages];
}

/** OpenInference and the AI SDK may arrive with the whole name of each member: `message.role`, `ai.response.text`. */
const LONG_NAME = /^(?:message|ai\.response)\.(?=[^.]+$)/;

function withShortNames(value: Members): Members {
  const names = Object.keys(value);
  if (!names.some((name) => LONG_NAME.test(name))) return value;
  return Object.fromEntries(names.map((name) => [name.replace(LONG_NAME, ""), value[name]]));
}

/** A choice of a completion and a generation of LangChain may have a text in place of a message. */
const CHOICES: ReadonlySet<string> = new Set(["choices", "generations"]);

/** Members in which a list of texts is one of messages: Google's, and what a program gave to Langfuse or to Spring AI. */
const TEXT_LISTS: ReadonlySet<string> = new Set([
  ...["contents", "langfuse.observation.input", "gen_ai.prompt", "gen_ai.completion", "llm.prompts", "llm.choices"],
  ...["prompt", "prompts"],
]);

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string");

function findUnder(name: string, value: unknown, speaker: Speaker, depth: number): ChatMessage[] | null {
  if (CHOICES.has(name) && Array.isArray(value)) return value.flatMap((choice) => choiceMessages(choice, depth));
  if (TEXT_LISTS.has(name) && isTextList(value)) {
    const messages = value.map((text) => ({ role: speaker, name: null, parts: readContentParts(text) }));
    return find(value, speaker, depth) ?? messages;
  }
  if (name === "gen_ai.completion" && Array.isArray(value)) return find(value.map(withRole), "assistant", depth);
  return find(value, speaker, depth);
}

/** LiteLLM writes the tool that an answer requests without the role of the message. */
function withRole(item: unknown): unknown {
  return isMembers(item) && isMembers(item.function_call) && !("role" in item) ? { role: "assistant", ...item } : item;
}

/** The message of a choice is the model's, also where it does not say so. */
function withAnswerer(choice: unknown): unknown {
  if (!isMembers(choice)) return choice;
  const message = membersIn(choice, ["message"]);
  if (!message || "role" in message || "type" in message) return choice;
  const isAnswer = ["content", "refusal", "tool_calls"].some((name) => name in message);
  return isAnswer ? { ...choice, message: { role: "assistant", ...message } } : choice;
}

function choiceMessages(choice: unknown, depth: number): ChatMessage[] {
  if (Array.isArray(choice)) return depth > MAX_DEPTH ? [] : choice.flatMap((one) => choiceMessages(one, depth + 1));
  const found = find(withAnswerer(choice), "assistant", depth + 1) ?? [];
  if (found.some(({ parts }) => parts.length > 0) || !isMembers(choice)) return found;
  const text = textIn(choice, ["text"]);
  return text === null ? found : [{ role: "assistant", name: null, parts: readContentParts(text) }];
}

/** Google's content without a role. Other lists of parts, such as those of a machine, are not messages. */
function findInParts(items: readonly unknown[], speaker: Speaker): ChatMessage[] | null {
  const parts = readContentParts(items);
  const isContent = parts.length > 0 && parts.every(({ kind }) => kind !== "unknown");
  return isContent ? [{ role: speaker, name: null, parts }] : null;
}

/** Messages that arrived one by one, under their numbers; some may be missing. */
function findInNumbered(value: Members, speaker: Speaker, depth: number): ChatMessage[] | null {
  const names = Object.keys(value);
  const isNumbered = names.length > 0 && names.every((name) => /^\d+$/.test(name));
  return isNumbered ? findInList(Object.values(value), speaker, depth + 1) : null;
}

/** A wrapper under any name, such as that of a step, beside objects of its program. */
function findInOnlyMember(value: Members, speaker: Speaker, depth: number): ChatMessage[] | null {
  const [only, second] = Object.entries(value).filter(([name, member]) => name !== "self" && !isObjectAddress(member));
  return only === undefined || second !== undefined ? null : find(only[1], speaker, depth + 1);
}

/** Some instrumentations write the whole request as JSON text, or as Python prints its objects. */
function findInText(text: string, speaker: Speaker, depth: number): ChatMessage[] | null {
  const value = jsonInText(text) ?? printedList(text) ?? printedObject(text);
  return value === undefined ? null : find(value, speaker, depth + 1);
}

/** A longer text is shown as text: reading it would delay the page. */
const MAX_PRINTED_LENGTH = 1_000_000;

/** Messages as Python prints a list or a dict of them. */
function printedList(text: string): unknown {
  return text.length <= MAX_PRINTED_LENGTH && /^\s*[[{]/.test(text) ? pythonLiteral(text) : undefined;
}

/** LangGraph takes a message as a pair: `["user", "Hi"]`. */
function isPair(item: unknown): item is readonly [string, string] {
  if (!Array.isArray(item) || item.length !== 2) return false;
  return isRole(item[0]) && typeof item[1] === "string";
}

/** A message that Python printed. */
function findPrinted(text: string, speaker: Speaker, depth: number): ChatMessage[] | null {
  const value = printedObject(text);
  return value === undefined ? null : find(value, speaker, depth + 1);
}

function findInList(items: readonly unknown[], speaker: Speaker, depth: number): ChatMessage[] | null {
  const streamed = joinedChunks(items);
  if (streamed !== null) return find(streamed, "assistant", depth + 1);
  const found = items.flatMap((item) => {
    if (isPair(item)) return readMessage({ role: item[0], content: item[1] }) ?? [];
    if (Array.isArray(item)) return depth < MAX_DEPTH ? (findInList(item, speaker, depth + 1) ?? []) : [];
    if (typeof item === "string") return findPrinted(item, speaker, depth) ?? [];
    if (!isMembers(item)) return [];
    // A choice has its message under `message`, a candidate of Google's under `content`.
    const message = readMessage(withShortNames(item));
    return message ?? find(membersIn(item, ["message", "content"]) ?? item, speaker, depth + 1) ?? [];
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

const REASONS = ["finish_reason", "stop_reason", "finishReason", "stopReason"] as const;

/** The name of the class that Semantic Kernel writes before its reasons. */
const REASON_CLASS = /^FinishReason\./;

const REASON_HOLDERS = [
  "choices",
  "candidates",
  "gen_ai.output.messages",
  "generations",
  "generation_info",
  "response_metadata",
  "response",
  "message",
  "kwargs",
  "gen_ai.completion",
  "output.value",
] as const;

function finishReasonOf(value: unknown, depth: number): string | null {
  if (depth > MAX_DEPTH) return null;
  if (Array.isArray(value)) return finishReasonOf(joinedChunks(value) ?? value.at(-1), depth + 1);
  if (!isMembers(value)) return null;
  const incomplete = membersIn(value, ["incomplete_details"]);
  const reason = textIn(value, REASONS) ?? (incomplete && textIn(incomplete, ["reason"]));
  if (reason) return reason.replace(REASON_CLASS, "");
  for (const name of REASON_HOLDERS) {
    const nestedReason = name in value ? finishReasonOf(value[name], depth + 1) : null;
    if (nestedReason !== null) return nestedReason;
  }
  return null;
}
