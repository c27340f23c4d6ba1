import { argumentText, canonicalJson } from "@/app/(dashboard)/[workspace]/compare/sides/canonical-json";
import type { ChatMessage, ChatPart } from "@/lib/chat/chat-message";
import { documentsText } from "@/lib/chat/found-documents";
import type { Conversation } from "@/lib/chat/read-messages";
import { parseTruncatedJson } from "@/lib/json/scan/cut-json";
import { isMembers } from "@/lib/json/value/members";

/** A message and its number, counted from 1. */
export interface NumberedMessage {
  readonly number: number;
  readonly message: ChatMessage;
  readonly isOutput: boolean;
}

/** A pair of messages of two conversations. */
export type MessageRow =
  | { readonly kind: "same"; readonly left: NumberedMessage; readonly right: NumberedMessage }
  | { readonly kind: "changed"; readonly left: NumberedMessage | null; readonly right: NumberedMessage | null };

export interface MessageComparison {
  readonly rows: readonly MessageRow[];
  readonly sameCount: number;
  /** Index of the first row in which they differ; -1 when they are identical. */
  readonly divergenceAt: number;
}

/** The maximum of message pairs for an exact comparison; longer conversations are compared by position. */
const MAX_PAIRS = 1_000_000;

/** Compares two conversations message by message. Ids that clients generate for each run are ignored. */
export function compareConversations(left: Conversation, right: Conversation): MessageComparison {
  const [before, after] = [place(left), place(right)];
  const [leftTexts, rightTexts] = [before, after].map((side) =>
    side.map(({ message }) => messageSimilarity(message)),
  ) as [string[], string[]];
  const isSame = (a: number, b: number) => leftTexts[a] === rightTexts[b];
  const rows: MessageRow[] = [];
  let [from, rightFrom] = [0, 0];
  for (const [to, rightTo] of [
    ...longestCommonRun(before.length, after.length, isSame),
    [before.length, after.length] as const,
  ]) {
    rows.push(...pairBetween(before.slice(from, to), after.slice(rightFrom, rightTo)));
    const [one, other] = [before[to], after[rightTo]];
    if (one && other) rows.push({ kind: "same", left: one, right: other });
    [from, rightFrom] = [to + 1, rightTo + 1];
  }
  return {
    rows,
    sameCount: rows.filter(({ kind }) => kind === "same").length,
    divergenceAt: rows.findIndex(({ kind }) => kind === "changed"),
  };
}

function place({ input, output }: Conversation): readonly NumberedMessage[] {
  return [...input, ...output].map((message, at) => ({ number: at + 1, message, isOutput: at >= input.length }));
}

/** Messages that both sides changed: those of the same role are paired, in order. */
function pairBetween(left: readonly NumberedMessage[], right: readonly NumberedMessage[]): readonly MessageRow[] {
  const isSame = (a: number, b: number) => left[a]?.message.role === right[b]?.message.role;
  const rows: MessageRow[] = [];
  let [from, rightFrom] = [0, 0];
  for (const [to, rightTo] of [
    ...longestCommonRun(left.length, right.length, isSame),
    [left.length, right.length] as const,
  ]) {
    for (const one of left.slice(from, to)) rows.push({ kind: "changed", left: one, right: null });
    for (const other of right.slice(rightFrom, rightTo)) rows.push({ kind: "changed", left: null, right: other });
    const [one, other] = [left[to], right[rightTo]];
    if (one && other) rows.push({ kind: "changed", left: one, right: other });
    [from, rightFrom] = [to + 1, rightTo + 1];
  }
  return rows;
}

/** Rising pairs of equal positions, as many as possible; of equal results the earliest. */
function longestCommonRun(
  rows: number,
  columns: number,
  isSame: (row: number, column: number) => boolean,
): readonly (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  if (rows * columns > MAX_PAIRS) {
    for (let at = 0; at < Math.min(rows, columns); at += 1) if (isSame(at, at)) pairs.push([at, at]);
    return pairs;
  }
  const width = columns + 1;
  const best = new Uint16Array((rows + 1) * width);
  const bestAt = (row: number, column: number) => best[row * width + column] ?? 0;
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      best[row * width + column] = isSame(row, column)
        ? 1 + bestAt(row + 1, column + 1)
        : Math.max(bestAt(row + 1, column), bestAt(row, column + 1));
    }
  }
  let [row, column] = [0, 0];
  while (row < rows && column < columns) {
    if (isSame(row, column)) {
      pairs.push([row, column]);
      row += 1;
      column += 1;
    } else if (bestAt(row, column + 1) > bestAt(row + 1, column)) column += 1;
    else row += 1;
  }
  return pairs;
}

/** The text by which two messages are compared. */
function messageSimilarity({ role, parts }: ChatMessage): string {
  return JSON.stringify([role, parts.map(partText)]);
}

/** A message as the text that is compared by words: its text, then each request and result. */
export function comparableText({ parts }: ChatMessage): string {
  return parts.map(partText).join("\n\n");
}

function partText(part: ChatPart): string {
  switch (part.kind) {
    case "text":
      return part.text;
    case "reasoning":
      return `(reasoning) ${part.text}`;
    case "tool-request":
      return requestText(part.name, part.arguments);
    case "tool-result":
      return typeof part.value === "string" ? part.value : canonicalJson(part.value);
    case "media":
      return `(${[part.media, part.name ?? part.mimeType].filter(Boolean).join(" ")}) ${part.source?.slice(0, 200) ?? ""}`;
    case "documents":
      return documentsText(part.documents);
    case "unknown":
      return canonicalJson(part.value);
  }
}

/** A tool request as a call, with one argument per line so that differences stand out. */
function requestText(name: string, given: unknown): string {
  const text = argumentText(given);
  const value = parseTruncatedJson(text);
  if (!isMembers(value)) return `${name}(${text})`;
  const lines = Object.entries(value).map(([member, argument]) => `  ${member}: ${canonicalJson(argument)}`);
  return lines.length === 0 ? `${name}()` : `${name}(\n${lines.join(",\n")}\n)`;
}
