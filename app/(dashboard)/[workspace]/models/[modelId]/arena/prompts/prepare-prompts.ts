import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { isMembers, type Members } from "@/lib/json/value/members";
import { type ArenaPrompt, messageContentText } from "./arena-prompt";

/** Which answer of a conversation is generated again: the first, the last, or the one after a number of messages. */
export type ReplyPosition = "first" | "last" | number;

/** A conversation cut before an answer: the request, and the original answer. */
export interface TruncatedConversation {
  readonly messages: readonly Members[];
  readonly expected: string | null;
}

/**
 * Returns a conversation up to an answer of its model. For the last answer, messages after it are included when they
 * have no answer. Null when there is nothing to send.
 *
 * @param items messages, or choices as trajectories have them
 */
export function truncateConversation(items: readonly unknown[], at: ReplyPosition): TruncatedConversation | null {
  const messages = items.flatMap(messageOf);
  const followsPrompt = (index: number) => messages.slice(0, index).some(({ role }) => role !== "system");
  const answers = messages.flatMap(({ role }, index) => (role === "assistant" && followsPrompt(index) ? [index] : []));
  const count = typeof at === "number" ? at : ((at === "first" ? answers[0] : answers.at(-1)) ?? messages.length);
  const before = messages.slice(0, count);
  if (before.length === 0) return null;
  const answer = messages[count];
  const words = answer?.role === "assistant" ? messageContentText(answer) : "";
  return { messages: before, expected: words === "" ? null : words };
}

/** A message that can be sent, if there is one: the message of a choice, without empty members. */
function messageOf(item: unknown): Members[] {
  if (!isMembers(item)) return [];
  const message = isMembers(item.message) ? { role: "assistant", ...item.message } : item;
  if (typeof message.role !== "string") return [];
  const { content, ...rest } = message;
  const otherMembers = Object.entries(rest).filter(
    ([name, value]) => value !== null && value !== undefined && !LOGGED_ONLY.has(name),
  );
  return [{ ...Object.fromEntries(otherMembers), content: content ?? null }];
}

/** Members that models return with a message but do not accept. */
const LOGGED_ONLY = new Set(["reasoning", "reasoning_content", "refusal", "annotations", "audio", "logprobs"]);

/** Removes prompts whose request equals an earlier one: many groups of a job share theirs. */
export function newPrompts(added: readonly ArenaPrompt[], known: readonly ArenaPrompt[]): readonly ArenaPrompt[] {
  const knownTexts = new Set(known.map(promptText));
  return added.filter((prompt) => {
    const text = promptText(prompt);
    return !knownTexts.has(text) && knownTexts.add(text);
  });
}

const promptText = ({ messages, tools }: ArenaPrompt) => stringifyJson([messages, tools]);

/** The prompts in a typed text, and what could not be read. */
export interface ParsedPrompts {
  readonly prompts: readonly ArenaPrompt[];
  readonly problems: readonly string[];
}

/**
 * Reads prompts from a text: each line is one, or each JSON value: a list of messages, or an object with `messages` and
 * optionally `tools` and `expected`.
 */
export function parsePrompts(text: string): ParsedPrompts {
  const json = /^\s*[[{]/.test(text) ? parsed(text) : undefined;
  if (json !== undefined) return gathered(isListOfPrompts(json) ? json : [json]);
  const lines = text.split("\n").map((line) => line.trim());
  return gathered(lines.flatMap((line) => (line === "" ? [] : [/^[[{]/.test(line) ? (parsed(line) ?? line) : line])));
}

const isMessage = (value: unknown) => isMembers(value) && typeof value.role === "string";

/** Each value of a list that is not a list of messages is a prompt. */
function isListOfPrompts(value: unknown): value is unknown[] {
  return Array.isArray(value) && !value.every(isMessage);
}

function gathered(values: readonly unknown[]): ParsedPrompts {
  const prompts: ArenaPrompt[] = [];
  const problems: string[] = [];
  values.forEach((value, index) => {
    const read = parsePrompt(value);
    if (read === null) problems.push(`Prompt ${index + 1} contains no messages.`);
    else if (!prompts.some(({ id }) => id === read.id)) prompts.push(read);
  });
  return { prompts, problems };
}

function parsePrompt(value: unknown): ArenaPrompt | null {
  const members = typeof value === "string" ? { messages: [{ role: "user", content: value }] } : value;
  const { messages, tools, expected } = isMembers(members) ? members : { messages: members };
  if (!Array.isArray(messages) || messages.length === 0 || !messages.every(isMessage)) return null;
  const request = { messages, tools: Array.isArray(tools) && tools.length > 0 ? tools : null };
  return {
    id: `x.${digest(stringifyJson(request))}`,
    threadId: null,
    ...request,
    expected: typeof expected === "string" ? expected : null,
    isSeen: false,
    seenSince: null,
  };
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // Not JSON: a line of text that begins with a bracket.
    return undefined;
  }
}

/** Distinguishes texts of one page in few characters: FNV-1a over two halves of 32 bits. */
function digest(text: string): string {
  const half = (seed: number) => {
    let sum = seed;
    for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
    return (sum >>> 0).toString(36);
  };
  return `${half(0x811c9dc5)}${half(0x9dc5811c)}`;
}
