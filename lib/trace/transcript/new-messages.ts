import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { ChatMessage, ChatPart, ToolResultPart } from "@/lib/chat/chat-message";
import { documentsText } from "@/lib/chat/found-documents";
import { toolNames } from "@/lib/chat/transcript";

/** The new messages of one step. */
export interface NewMessages {
  /** Messages that no earlier step contains, in order. */
  readonly messages: readonly ChatMessage[];
  /** The number of input messages that are repeated. */
  readonly repeatedCount: number;
}

/** The messages of a step that later steps may repeat. */
export interface KnownMessages {
  readonly input: readonly ChatMessage[];
  readonly output: readonly ChatMessage[];
}

/** A tool call that is its own step, so that its result is not shown again. */
export interface KnownToolCall {
  readonly name: string;
  /** Its result as text. */
  readonly result: string;
}

/**
 * Returns the messages of a step without the history that it repeats. Of several histories, the most repeated one
 * counts. A history may have lost its beginning, and messages may have been inserted; everything after the last
 * repeated message is new. Results of tools that are steps of their own are omitted: they are shown there.
 */
export function newMessages(
  step: KnownMessages,
  histories: readonly KnownMessages[],
  tools: readonly KnownToolCall[],
): NewMessages {
  const own = step.input.map(messageKey);
  const repeats = histories.map((history) => repeated(own, [...history.input, ...history.output].map(messageKey)));
  const best = repeats.reduce<ReadonlySet<number>>(
    (most, candidate) => (candidate.size > most.size ? candidate : most),
    new Set(),
  );
  const rest = [...tools];
  const names = toolNames({ ...step, finishReason: null });
  const messages = step.input.filter((message, index) => !best.has(index) && !isShownAsToolStep(message, names, rest));
  return { messages: [...messages, ...step.output], repeatedCount: best.size };
}

/** Indexes of messages that a history contains in the same order. */
function repeated(keys: readonly string[], history: readonly string[]): ReadonlySet<number> {
  const places = new Set<number>();
  let from = 0;
  for (const [index, key] of keys.entries()) {
    const at = history.indexOf(key, from);
    if (at < 0) continue;
    places.add(index);
    from = at + 1;
  }
  return places;
}

/** True if a message contains only results of tools that have their own steps; each tool is used once. */
function isShownAsToolStep(message: ChatMessage, names: ReadonlyMap<string, string>, tools: KnownToolCall[]): boolean {
  const results = message.parts.filter((part) => part.kind === "tool-result");
  if (results.length === 0 || results.length < message.parts.length) return false;
  const taken: KnownToolCall[] = [];
  for (const result of results) {
    const free = tools.filter((one) => !taken.includes(one));
    const tool = toolOf(result, names, free);
    if (!tool) return false;
    taken.push(tool);
  }
  for (const tool of taken) tools.splice(tools.indexOf(tool), 1);
  return true;
}

/** Returns the call that produced a result: the one with the same result, else the first of the requested tool. */
function toolOf(
  { value, name, requestId }: ToolResultPart,
  names: ReadonlyMap<string, string>,
  tools: readonly KnownToolCall[],
): KnownToolCall | undefined {
  const text = canonicalText(value);
  const toolName = name ?? names.get(requestId ?? "");
  return tools.find(({ result }) => result === text) ?? tools.find((tool) => tool.name === toolName);
}

/** Cached: a message is compared with every step that may repeat it. */
const keys = new WeakMap<ChatMessage, string>();

/** The identity of a message: its role and content. Reasoning is often dropped from a history. */
function messageKey(message: ChatMessage): string {
  const known = keys.get(message);
  if (known !== undefined) return known;
  const key = JSON.stringify([message.role, ...message.parts.map(partKey).filter((part) => part !== null)]);
  keys.set(message, key);
  return key;
}

const MEDIA_LENGTH = 80;

function partKey(part: ChatPart): readonly unknown[] | null {
  switch (part.kind) {
    case "text":
      return part.text.trim() === "" ? null : ["text", part.text.trim()];
    case "reasoning":
      return null;
    case "media":
      return ["media", part.media, part.source?.slice(0, MEDIA_LENGTH), part.source?.length];
    case "tool-request":
      return ["request", part.name, canonicalText(part.arguments)];
    case "tool-result":
      return ["result", part.requestId, canonicalText(part.value)];
    case "documents":
      return ["documents", documentsText(part.documents)];
    case "unknown":
      return ["unknown", canonicalText(part.value)];
  }
}

/** A value as text, the same whether it was sent as JSON text or as the value. */
export function canonicalText(value: unknown): string {
  if (typeof value !== "string") return stringifyJson(value);
  const text = value.trim();
  if (!/^[[{]/.test(text)) return text;
  try {
    return stringifyJson(parseJson(text));
  } catch {
    // Not JSON after all: kept as text.
    return text;
  }
}
