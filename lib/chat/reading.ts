import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { countOf } from "@/lib/format/count";
import { isMembers } from "@/lib/json/value/members";
import type { ChatMessage, ChatPart, ChatRole, FoundDocument, ToolRequestPart } from "./chat-message";
import { messageText } from "./chat-message";
import { documentsIn, documentsText } from "./found-documents";
import { type Conversation, readConversation, readMessages } from "./read-messages";
import { requestsLine, requestsText } from "./request-text";
import { INPUT_TEXT_MEMBERS, OUTPUT_TEXT_MEMBERS, plainTextOf } from "./spoken-words";
import { toolOutput } from "./tool-output";
import { vectorsText } from "./vectors";

/** One side of a call in words. */
export interface Said {
  /** With all its lines. */
  readonly text: string;
  /** The same, where a row shows less of it. */
  readonly line?: string;
  /** The role of the message; null for the text of a member, requested tools and found documents. */
  readonly role: ChatRole | null;
}

/** The short form of a call, for every view that shows one. */
export interface Reading extends Conversation {
  /** The last question, of a user or a tool; null where the inputs have none. */
  readonly asked: Said | null;
  /** The answer, or the tools that it requests, or what was found; null where the output says nothing. */
  readonly answered: Said | null;
  /** Tools that the answer requests and that it does not answer itself. */
  readonly toolRequests: readonly ToolRequestPart[];
  readonly documents: readonly FoundDocument[];
  /** Why the model declined to answer, in its words. */
  readonly refusal: string | null;
}

/** Returns what a call says. */
export function readingOf(inputs: unknown, output: unknown): Reading {
  const conversation = readConversation(inputs, output);
  const parts = conversation.output.flatMap((message) => message.parts);
  const refusal = parts.find((part) => part.kind === "text" && part.isRefusal);
  return {
    ...conversation,
    asked: askedIn(inputs),
    answered: answeredIn(output),
    toolRequests: openRequests(conversation.output),
    documents: parts.flatMap((part) => (part.kind === "documents" ? part.documents : [])),
    refusal: refusal?.kind === "text" ? refusal.text : null,
  };
}

/** Returns what the inputs of a call ask last; null where they say nothing. */
export function askedIn(inputs: unknown): Said | null {
  const words = lastAsked(readMessages(inputs)) ?? textSaid(plainTextOf(inputs, INPUT_TEXT_MEMBERS));
  return words ?? textSaid(listedTexts(inputs));
}

/** Members with the texts that an embedding is of, or the tasks of a crew. */
const TEXT_LISTS = ["input", "messages", "texts", "ai.values", "tasks"] as const;

function listedTexts(inputs: unknown): string | null {
  if (!isMembers(inputs)) return null;
  const lists: readonly unknown[] = TEXT_LISTS.map((name) => inputs[name]);
  const list = lists.find((each) => Array.isArray(each) && each.length > 0);
  const texts = Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
  return texts.length > 0 && Array.isArray(list) && texts.length === list.length ? texts.join("\n") : null;
}

/** Returns what the last message of a user or a tool says; null where there is none. */
export function lastAsked(messages: readonly ChatMessage[]): Said | null {
  const asked = messages.findLast(({ role, parts }) => role !== "assistant" && role !== "system" && parts.length > 0);
  return asked ? saidBy(asked) : null;
}

/**
 * Returns what the output of a call answers; null where it says nothing.
 * @param isCut true for the beginning of an output
 */
export function answeredIn(output: unknown, isCut = false): Said | null {
  const answered = lastAnswered(readMessages(output, "assistant"));
  if (answered) return answered;
  const documents = documentsIn(output);
  if (documents.length > 0) return documentsSaid(documents);
  return textSaid(vectorsText(output, isCut) ?? plainTextOf(output, OUTPUT_TEXT_MEMBERS) ?? partsText(output));
}

/** The text of a tool's result that is a list of parts: `[{"text": "grey"}]`. */
function partsText(output: unknown): string | null {
  const parts = isMembers(output) ? (output.blocks ?? Object.values(output)[0]) : output;
  if (!Array.isArray(parts) || !parts.every((part) => isMembers(part))) return null;
  const text = toolOutput(isMembers(output) && output.blocks === undefined ? output : parts);
  return typeof text === "string" ? text : null;
}

/** Returns what messages say at their end, or the tools that they request there; null where they say nothing. */
export function lastAnswered(messages: readonly ChatMessage[]): Said | null {
  const requests = openRequests(messages);
  if (requests.length > 0) return { text: requestsText(requests), line: requestsLine(requests), role: null };
  const spoken = messages.findLast((message) => hasWords(message) && message.role !== "system");
  return spoken ? saidBy(spoken) : null;
}

/** Returns what a value says that is neither side of a call, such as a cell; null where it says nothing. */
export function saidIn(value: unknown): Said | null {
  const messages = readMessages(value);
  const last = messages.at(-1);
  if (last === undefined) return null;
  return answeredIn(value) ?? saidBy(last);
}

const textSaid = (text: string | null): Said | null => (text === null ? null : { text, role: null });

const hasWords = ({ parts }: ChatMessage) => parts.some((part) => part.kind !== "reasoning" && partText(part) !== "");

/** Returns the tools that are requested at the end, after the last words; those with a result were run by the provider. */
export function openRequests(messages: readonly ChatMessage[]): readonly ToolRequestPart[] {
  const requests: ToolRequestPart[] = [];
  for (const message of [...messages].reverse()) {
    if (message.role !== "assistant") break;
    const results = message.parts.filter((part) => part.kind === "tool-result");
    const open = message.parts.filter((part) => part.kind === "tool-request").slice(results.length);
    if (open.length === 0 && hasWords(message)) break;
    requests.unshift(...open);
  }
  return requests;
}

function saidBy(message: ChatMessage): Said | null {
  const { role, parts } = message;
  const words = messageText(message);
  const text = words === "" ? joined(parts.map(partText)) : words;
  return text === "" ? null : { text, role };
}

const joined = (texts: readonly string[]) => texts.filter((text) => text !== "").join(" ");

function partText(part: ChatPart): string {
  switch (part.kind) {
    case "text":
      return part.text;
    case "reasoning":
      return "";
    case "media":
      return `[${part.media}${part.name === null ? "" : ` ${part.name}`}]`;
    case "tool-request":
      return requestsLine([part]);
    case "tool-result":
      return resultText(part.value);
    case "documents":
      return documentsSaid(part.documents).text;
    case "unknown":
      return stringifyJson(part.value ?? null);
  }
}

/** Tools that return only a text often give it a name. */
function resultText(value: unknown): string {
  const members = isMembers(value) ? Object.values(value) : [];
  const [only] = members;
  const text = members.length === 1 && typeof only === "string" ? only : value;
  return typeof text === "string" ? text : stringifyJson(text ?? null);
}

function documentsSaid(documents: readonly FoundDocument[]): Said {
  return { text: `${countOf(documents.length, "document")}\n${documentsText(documents)}`, role: null };
}
