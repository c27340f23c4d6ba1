import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { stripMarks } from "@/lib/markdown/strip-marks";

/** Returns one line for a cell: prose unchanged, everything else as compact JSON. */
export interface Preview {
  readonly text: string;
  readonly isJson: boolean;
}

const MAX_LENGTH = 280;

/** Longer JSON is read in the opened call. */
const MAX_JSON_LENGTH = 4096;

/** Members whose text gives the subject of a call, when they are alone or first. */
const TEXT_MEMBERS = ["message", "question", "query", "prompt", "text", "input", "content", "user_message"] as const;

const BASE64 = /^(?:data:[\w/+.-]+;base64,)?[A-Za-z0-9+/]{256,}={0,2}$/;

const MAX_TOOL_CALLS = 4;
const MAX_ARGUMENTS_LENGTH = 80;

/** The beginning of a preview of tool calls. */
const CALLED = "→ ";

/** Returns the tool calls of an answer in one line, `→ update_flights(BTBM5E)`; null for other values. */
export function toolCallsPreview(calls: unknown): Preview | null {
  if (!Array.isArray(calls)) return null;
  const texts = calls.slice(0, MAX_TOOL_CALLS).flatMap((call) => toolCallText(call) ?? []);
  if (texts.length === 0) return null;
  const rest = calls.length > MAX_TOOL_CALLS ? ", …" : "";
  return { text: oneLine(`${CALLED}${texts.join(", ")}${rest}`), isJson: false };
}

/** Returns all tool calls of an answer with all their arguments, one in each line; null for other values. */
export function toolCallsText(calls: unknown): string | null {
  if (!Array.isArray(calls)) return null;
  const texts = calls.flatMap((call) => toolCallText(call, Number.POSITIVE_INFINITY) ?? []);
  return texts.length === 0 ? null : texts.map((text) => `${CALLED}${text}`).join("\n");
}

/** A tool call in the form of chat completions, messages or responses. */
function toolCallText(call: unknown, maxArguments = MAX_ARGUMENTS_LENGTH): string | null {
  if (typeof call !== "object" || call === null) return null;
  const members = call as Readonly<Record<string, unknown>>;
  const own = typeof members.function === "object" && members.function !== null ? members.function : members;
  const { name, arguments: given, input } = own as Readonly<Record<string, unknown>>;
  return typeof name === "string" ? `${name}(${argumentsText(given ?? input, maxArguments)})` : null;
}

/** The values of arguments without their names: short ones say enough. */
function argumentsText(given: unknown, maxLength: number): string {
  const value = typeof given === "string" ? jsonOrText(given) : given;
  if (value === null || value === undefined) return "";
  const values = typeof value === "object" && !Array.isArray(value) ? Object.values(value) : [value];
  const text = values.map((each) => (typeof each === "string" ? each : compact(each))).join(", ");
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

function jsonOrText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // Models write arguments; not all of them are JSON, and a cut preview is not.
    return text;
  }
}

/** Returns the tool calls of an answer, in its member or as parts of its content; null where there are none. */
function toolCallsOf(message: Readonly<Record<string, unknown>>): readonly unknown[] | null {
  const { tool_calls: calls, content } = message;
  if (Array.isArray(calls) && calls.length > 0) return calls;
  const used = Array.isArray(content) ? content.filter((part) => partType(part) === "tool_use") : [];
  return used.length > 0 ? used : null;
}

const partType = (part: unknown): unknown =>
  typeof part === "object" && part !== null && "type" in part ? part.type : null;

/** Returns a preview of a payload. Never reads more of a long text than a cell can show; base64 is named, not shown. */
export function previewOf(value: unknown): Preview | null {
  if (value === null || value === undefined) return null;
  if (value === "") return { text: '""', isJson: true };
  const spoken = messageTextOf(value, 0);
  if (spoken !== null) return { text: oneLine(spoken), isJson: false };
  return { text: oneLine(compact(value)), isJson: true };
}

/**
 * Returns a preview for a row of a list, where signs of Markdown in a text are noise.
 * @param isTextSaid true when a bare text is what was said in a conversation
 */
export function rowPreviewOf(value: unknown, isTextSaid = false): Preview | null {
  const spoken = value === "" || value === undefined ? null : messageTextOf(value, 0);
  if (spoken === null || spoken.startsWith(CALLED)) return previewOf(value);
  const isSaid = typeof value === "string" ? isTextSaid : isMessage(value);
  return { text: oneLine(stripMarks(spoken, isSaid)), isJson: false };
}

/** True for a message, and for what contains messages. The result of a tool may be anything. */
function isMessage(value: unknown): boolean {
  if (Array.isArray(value)) return isConversation(value);
  if (typeof value !== "object" || value === null) return false;
  if ("role" in value) return value.role !== "tool";
  return ("messages" in value && Array.isArray(value.messages)) || "choices" in value;
}

/** Returns what `previewOf` shortens to one line: a text with its lines, everything else as JSON. */
export function fullTextOf(value: unknown): Preview | null {
  if (value === null || value === undefined) return null;
  const spoken = messageTextOf(value, 0);
  return spoken === null ? { text: write(value, MAX_JSON_LENGTH), isJson: true } : { text: spoken, isJson: false };
}

/** The text of a value: a string, the one informative member of an object, or the last message of a conversation. */
function messageTextOf(value: unknown, depth: number): string | null {
  if (typeof value === "string") return nameBase64(value);
  if (typeof value !== "object" || value === null || depth > 3) return null;
  if (Array.isArray(value)) return isConversation(value) ? messageTextOf(value.at(-1), depth + 1) : null;
  const members = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(members).filter((name) => name !== "self");
  if ("role" in members && ("content" in members || "tool_calls" in members)) {
    return toolCallsPreview(toolCallsOf(members))?.text ?? contentText(members.content, depth + 1);
  }
  if (Array.isArray(members.messages)) return messageTextOf(members.messages, depth + 1);
  if (Array.isArray(members.choices)) return messageTextOf(choiceMessage(members.choices[0]), depth + 1);
  const only = names.length === 1 ? names[0] : undefined;
  const speaking =
    only ?? (names.length <= 3 ? TEXT_MEMBERS.find((name) => typeof members[name] === "string") : undefined);
  const text = speaking === undefined ? undefined : members[speaking];
  return typeof text === "string" ? nameBase64(text) : null;
}

/** The text of a message: its content, or the texts and tool results among the parts of it. */
function contentText(content: unknown, depth: number): string | null {
  if (!Array.isArray(content)) return messageTextOf(content, depth);
  const texts = content.flatMap((part): string[] => {
    if (typeof part !== "object" || part === null) return [];
    if ("text" in part && typeof part.text === "string") return [nameBase64(part.text)];
    if (partType(part) !== "tool_result" || !("content" in part)) return [];
    return [contentText(part.content, depth + 1) ?? ""];
  });
  return texts.length === 0 ? null : texts.join(" ");
}

function choiceMessage(choice: unknown): unknown {
  return typeof choice === "object" && choice !== null && "message" in choice ? choice.message : null;
}

function isConversation(items: readonly unknown[]): boolean {
  const last = items.at(-1);
  return typeof last === "object" && last !== null && "role" in last && "content" in last;
}

function nameBase64(text: string): string {
  return BASE64.test(text.slice(0, 400)) && text.length > 300 ? `base64, ${text.length} characters` : text;
}

/** Compact JSON with spaces after commas and colons, cut before it gets long: big values are never written in full. */
function compact(value: unknown): string {
  return write(value, MAX_LENGTH * 2);
}

function write(value: unknown, maxLength: number): string {
  if (maxLength <= 0) return "…";
  if (typeof value === "string") return JSON.stringify(nameBase64(value).slice(0, maxLength));
  if (typeof value !== "object" || value === null || "isLosslessNumber" in value) return stringifyJson(value);
  const isList = Array.isArray(value);
  const entries = isList ? value.map((item): [string, unknown] => ["", item]) : Object.entries(value);
  if (entries.length === 0) return isList ? "[]" : "{}";
  let text = "";
  for (const [name, item] of entries) {
    if (text.length >= maxLength) break;
    const key = isList ? "" : `${JSON.stringify(name)}: `;
    text += (text === "" ? "" : ", ") + key + write(item, maxLength - text.length);
  }
  return isList ? `[ ${text} ]` : `{ ${text} }`;
}

function oneLine(text: string): string {
  const line = text
    .slice(0, MAX_LENGTH * 2)
    .replace(/\s+/g, " ")
    .trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
}
