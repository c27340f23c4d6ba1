import { RESPONSE_FORMAT } from "@/lib/completion/parameters";
import {
  type Draft,
  type DraftColumn,
  type DraftMessage,
  type DraftTool,
  MAX_COLUMNS,
  newColumn,
  newKey,
  newMessage,
  type ParameterTexts,
} from "./draft";
import type { ReadRequest } from "./read-request";

/** The scope of an edit: what all columns share, or one column. */
export type Scope = "shared" | (string & {});

/** The column of a scope; null for the shared request, also when the column was removed. */
export function columnOf(draft: Draft, scope: Scope): DraftColumn | null {
  return draft.columns.find(({ key }) => key === scope) ?? null;
}

/** The messages that are edited in a scope; null when the column sends the shared messages. */
export function scopedMessages(draft: Draft, scope: Scope): readonly DraftMessage[] | null {
  const column = columnOf(draft, scope);
  return column ? column.messages : draft.messages;
}

export function withMessages(draft: Draft, scope: Scope, messages: readonly DraftMessage[]): Draft {
  const column = columnOf(draft, scope);
  return column ? withColumn(draft, { ...column, messages }) : { ...draft, messages };
}

export function withColumn(draft: Draft, changed: DraftColumn): Draft {
  return { ...draft, columns: draft.columns.map((column) => (column.key === changed.key ? changed : column)) };
}

/** Returns a copy whose parts can be edited separately. */
export function copiedMessages(messages: readonly DraftMessage[]): readonly DraftMessage[] {
  return messages.map((message) => ({ ...message, key: newKey() }));
}

/** Moves an item one position, if there is one. */
export function moved<Item>(items: readonly Item[], from: number, by: 1 | -1): readonly Item[] {
  const to = from + by;
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return items;
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}

/** Returns an empty message after the last one, with the role that speaks next. */
export function withNextMessage(messages: readonly DraftMessage[]): readonly DraftMessage[] {
  const last = messages.at(-1);
  if (last?.role === "assistant" && last.toolCalls.length > 0) {
    const results = last.toolCalls.map(({ id }) => ({ ...newMessage("tool"), toolCallId: id }));
    return [...messages, ...results];
  }
  return [...messages, newMessage(last?.role === "user" ? "assistant" : "user")];
}

/** Duplicates a column to its right; changes nothing when the maximum is reached. */
export function withCopiedColumn(draft: Draft, key: string): Draft {
  const at = draft.columns.findIndex((column) => column.key === key);
  const column = draft.columns[at];
  if (!column || draft.columns.length >= MAX_COLUMNS) return draft;
  const copy = {
    ...column,
    key: newKey(),
    messages: column.messages === null ? null : copiedMessages(column.messages),
  };
  return { ...draft, columns: [...draft.columns.slice(0, at + 1), copy, ...draft.columns.slice(at + 1)] };
}

export function withNewColumn(draft: Draft): Draft {
  if (draft.columns.length >= MAX_COLUMNS) return draft;
  return { ...draft, columns: [...draft.columns, newColumn("")] };
}

/** The last column stays. */
export function withoutColumn(draft: Draft, key: string): Draft {
  if (draft.columns.length < 2) return draft;
  return { ...draft, columns: draft.columns.filter((column) => column.key !== key) };
}

export function withTool(draft: Draft, changed: DraftTool): Draft {
  return { ...draft, tools: draft.tools.map((tool) => (tool.key === changed.key ? changed : tool)) };
}

/** Sets the text of a parameter; null removes the column's own text, so that the shared one applies. */
export function withParameter(draft: Draft, scope: Scope, name: string, text: string | null): Draft {
  const column = columnOf(draft, scope);
  const texts = without(column ? column.own : draft.parameters, name);
  // An empty text of a column has a meaning: this column does not send the shared value.
  const next = text === null || (text === "" && !column) ? texts : { ...texts, [name]: text };
  return column ? withColumn(draft, { ...column, own: next }) : { ...draft, parameters: next };
}

/** Clears all parameters of the panel; the response format has a section of its own and stays. */
export function withoutParameters(draft: Draft, scope: Scope): Draft {
  const column = columnOf(draft, scope);
  const texts = column ? column.own : draft.parameters;
  const remaining = Object.fromEntries(Object.entries(texts).filter(([name]) => name === RESPONSE_FORMAT));
  return column ? withColumn(draft, { ...column, own: remaining }) : { ...draft, parameters: remaining };
}

function without(texts: ParameterTexts, name: string): ParameterTexts {
  return Object.fromEntries(Object.entries(texts).filter(([candidate]) => candidate !== name));
}

export interface ToolResult {
  readonly toolCallId: string;
  readonly name: string;
  readonly text: string;
}

/**
 * Inserts a tool's result after the answer that requested it, and that answer before it if it is missing.
 *
 * @param answered the answer as a message
 */
export function withToolResult(
  messages: readonly DraftMessage[],
  answered: DraftMessage,
  { toolCallId, text }: ToolResult,
): readonly DraftMessage[] {
  const lastSpoken = messages.findLastIndex(({ role }) => role !== "tool");
  const lastMessage = messages[lastSpoken];
  const isThere = lastMessage?.role === "assistant" && lastMessage.toolCalls.some(({ id }) => id === toolCallId);
  const before = isThere ? messages : [...messages, answered];
  const result: DraftMessage = { ...newMessage("tool", text), toolCallId };
  const given = before.findLastIndex((message) => message.role === "tool" && message.toolCallId === toolCallId);
  const last = before.findLastIndex(({ role }) => role !== "tool");
  // A second result for the same tool call replaces the first.
  return given > last ? before.map((message, index) => (index === given ? result : message)) : [...before, result];
}

/**
 * Returns a draft with a loaded request in one new column, since answers to another request are not its own. The model
 * stays when the request names none.
 */
export function withRequest(draft: Draft, read: ReadRequest, callId: string | null): Draft {
  const model = read.model ?? draft.columns[0]?.model ?? "";
  return {
    ...draft,
    messages: read.messages,
    tools: read.tools,
    parameters: read.parameters,
    columns: [newColumn(model)],
    callId,
    prompt: null,
  };
}

/** Returns a draft with these models, one per column; unchanged when it has them already, or when none is named. */
export function withModels(draft: Draft, models: readonly string[]): Draft {
  const currentModels = draft.columns.map(({ model }) => model);
  const wanted = models.slice(0, MAX_COLUMNS);
  if (wanted.length === 0 || currentModels.join("\n") === wanted.join("\n")) return draft;
  return { ...draft, columns: wanted.map(newColumn) };
}

/** The number of parameters that are sent. */
export function sentCount(draft: Draft, column: DraftColumn | null): number {
  const texts = column ? { ...draft.parameters, ...column.own } : draft.parameters;
  return Object.entries(texts).filter(([name, text]) => name !== RESPONSE_FORMAT && text.trim() !== "").length;
}
