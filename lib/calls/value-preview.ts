import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { readMessages } from "@/lib/chat/read-messages";
import { answeredIn, askedIn, type Said, saidIn } from "@/lib/chat/reading";
import { CALLED } from "@/lib/chat/request-text";
import { isObjectAddress, isSilent } from "@/lib/chat/spoken-words";
import { isMembers } from "@/lib/json/value/members";
import { stripMarks } from "@/lib/markdown/strip-marks";

/** Returns one line for a cell: prose unchanged, everything else as compact JSON. */
export interface Preview {
  readonly text: string;
  readonly isJson: boolean;
  /** The call says nothing itself: the text is from a call below it. */
  readonly isFromBelow?: true;
}

/** The side of a call that a value is, or the beginning of one; `value` for any other value, such as a cell. */
export type PreviewSide = "input" | "output" | "value";

const MAX_LENGTH = 280;

/** Longer JSON is read in the opened call. */
const MAX_JSON_LENGTH = 4096;

/** Members whose text gives the subject of a value, when there are few others. */
const TEXT_MEMBERS = ["message", "question", "query", "prompt", "text", "input", "content", "user_message"] as const;
const FEW_MEMBERS = 3;

const BASE64 = /^(?:data:[\w/+.-]+;base64,)?[A-Za-z0-9+/]{256,}={0,2}$/;

/** Returns a preview of a payload. Never reads more of a long text than a cell can show; base64 is named, not shown. */
export function previewOf(value: unknown, side: PreviewSide = "value"): Preview | null {
  if (isNothing(value, side)) return null;
  if (value === "") return { text: '""', isJson: true };
  const said = saidOn(value, side);
  if (said !== null) return { text: oneLine(said.line ?? said.text), isJson: false };
  if (side === "output" && isEmptyMessage(value)) return null;
  return { text: oneLine(compact(withoutAddresses(value))), isJson: true };
}

/** Some clients write the answer elsewhere, and a message without content here. */
function isEmptyMessage(value: unknown): boolean {
  const messages = readMessages(value, "assistant");
  return messages.length > 0 && messages.every(({ parts }) => parts.length === 0);
}

/** The object of a method says nothing about the call. */
function withoutAddresses(value: unknown): unknown {
  if (!isMembers(value) || !Object.values(value).some(isObjectAddress)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => !isObjectAddress(member)));
}

/**
 * Returns a preview for a row of a list, where signs of Markdown in a text are noise.
 * @param isTextSaid true when a bare text is what was said in a conversation
 */
export function rowPreviewOf(value: unknown, side: PreviewSide, isTextSaid = false): Preview | null {
  const said = value === "" || isNothing(value, side) ? null : saidOn(value, side);
  if (said === null || said.line !== undefined || said.text.startsWith(CALLED)) return previewOf(value, side);
  // The result of a tool may be anything.
  const isSaid = said.role === null ? isTextSaid && typeof value === "string" : said.role !== "tool";
  return { text: oneLine(stripMarks(said.text, isSaid)), isJson: false };
}

/** Returns what `previewOf` shortens to one line: a text with its lines, everything else as JSON. */
export function fullTextOf(value: unknown, side: PreviewSide = "value"): Preview | null {
  if (isNothing(value, side)) return null;
  const said = saidOn(value, side);
  return said === null ? { text: write(value, MAX_JSON_LENGTH), isJson: true } : { text: said.text, isJson: false };
}

/** A call without arguments has the empty object as its inputs, and so has one whose client sends no content. */
function isNothing(value: unknown, side: PreviewSide): boolean {
  if (value === null || value === undefined || isObjectAddress(value)) return true;
  if (side === "input" && isSilent(value)) return true;
  if (!isMembers(value)) return false;
  const members = Object.values(value);
  return members.length === 0 ? side === "input" : members.every(isObjectAddress);
}

const READERS: Readonly<Record<PreviewSide, (value: unknown) => Said | null>> = {
  input: askedIn,
  output: answeredIn,
  value: (value) => saidIn(value) ?? memberSaid(value),
};

function saidOn(value: unknown, side: PreviewSide): Said | null {
  const said = READERS[side](value);
  return said === null || !BASE64.test(said.text.slice(0, 400)) ? said : { ...said, text: nameBase64(said.text) };
}

/** A text, or the one informative member of an object. */
function memberSaid(value: unknown): Said | null {
  if (typeof value === "string") return { text: value, role: null };
  if (!isMembers(value)) return null;
  const names = Object.keys(value).filter((name) => name !== "self");
  const few = names.length <= FEW_MEMBERS ? TEXT_MEMBERS.find((name) => typeof value[name] === "string") : undefined;
  const name = names.length === 1 ? names[0] : few;
  const text = name === undefined ? undefined : value[name];
  return typeof text === "string" ? { text, role: null } : null;
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
