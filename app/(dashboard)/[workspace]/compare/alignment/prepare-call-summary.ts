import { argumentText, canonicalText } from "@/app/(dashboard)/[workspace]/compare/sides/canonical-json";
import type { Kind } from "@/lib/calls/call-kind";
import { previewOf } from "@/lib/calls/value-preview";
import type { ChatMessage, ToolRequestPart } from "@/lib/chat/chat-message";
import { answerTextOf, readMessages } from "@/lib/chat/read-messages";
import { parseTruncatedJson } from "@/lib/json/scan/cut-json";
import { isMembers } from "@/lib/json/value/members";

/** The beginnings of a call's payload as JSON text, and how long they are as a whole. */
export interface PayloadHead {
  readonly inputs: string | null;
  readonly output: string | null;
  readonly inputsLength: number;
  readonly outputLength: number;
}

/** What a call did, in a form that can be compared, and how it was worded. */
export interface CallSummary {
  /** Differs when something else was done: other tools, other arguments, other data. */
  readonly action: string;
  /** Differs when the same was said in other words, or gave another result. */
  readonly wording: string;
  /** One line for the tree. */
  readonly hint: string;
  /** The payload was longer than what was read of it. */
  readonly isCut: boolean;
}

/**
 * What a call did. A model's action is the tools that it asked for, its wording the answer. A tool's action is what it
 * was given, its wording the result. Of anything else prose is wording and data is action.
 */
export function summaryOf(kind: Kind, start: PayloadHead): CallSummary {
  if (kind === "llm") return modelSummary(start);
  const isCut = isLonger(start.inputs, start.inputsLength) || isLonger(start.output, start.outputLength);
  const [inputs, output] = [canonicalText(start.inputs), canonicalText(start.output)];
  if (kind === "tool") return { action: inputs, wording: output, hint: hintOf(start.inputs), isCut };
  const sides = [
    { text: inputs, isProse: isProse(start.inputs) },
    { text: output, isProse: isProse(start.output) },
  ];
  const textOf = (isWanted: boolean) =>
    sides.flatMap((side) => (side.isProse === isWanted ? [side.text] : [])).join("\n");
  return { action: textOf(false), wording: textOf(true), hint: hintOf(start.inputs) || hintOf(start.output), isCut };
}

/** A model's inputs repeat everything before it: only what it answered is its own. */
function modelSummary({ output, outputLength }: PayloadHead): CallSummary {
  const value = readStart(output);
  const messages = readMessages(value);
  const requests = messages.flatMap(requestsOf);
  const words = answerTextOf(value) ?? (messages.length === 0 ? canonicalText(output) : "");
  const names = requests.map(({ name }) => name);
  return {
    action: requests.map(({ name, arguments: given }) => `${name}(${argumentText(given)})`).join("\n"),
    wording: words,
    hint: names.length > 0 ? `call ${names.join(", ")}` : (previewOf(words)?.text ?? ""),
    isCut: isLonger(output, outputLength),
  };
}

const requestsOf = (message: ChatMessage): readonly ToolRequestPart[] =>
  message.parts.filter((part) => part.kind === "tool-request");

/** Services count characters, the browser counts their halves where one takes two. */
function isLonger(text: string | null, length: number): boolean {
  if (text === null) return false;
  return length > (/[\ud800-\udfff]/.test(text) ? [...text].length : text.length);
}

const readStart = (text: string | null) => (text === null ? null : parseTruncatedJson(text));

const isProse = (text: string | null) => previewOf(readStart(text))?.isJson !== true;

const hintOf = (text: string | null) => {
  const value = readStart(text);
  return isMembers(value) && Object.keys(value).length === 0 ? "" : (previewOf(value)?.text ?? "");
};
