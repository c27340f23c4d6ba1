import { argumentText, canonicalText } from "@/app/(dashboard)/[workspace]/compare/sides/canonical-json";
import type { Kind } from "@/lib/calls/call-kind";
import { type PreviewSide, previewOf } from "@/lib/calls/value-preview";
import type { ChatMessage, ToolRequestPart } from "@/lib/chat/chat-message";
import { answerTextOf, readMessages } from "@/lib/chat/read-messages";
import { parseTruncatedJson } from "@/lib/json/scan/cut-json";
import { isMembers } from "@/lib/json/value/members";

/** The beginnings of a call's payload as JSON text, and their full lengths. */
export interface PayloadHead {
  readonly inputs: string | null;
  readonly output: string | null;
  readonly inputsLength: number;
  readonly outputLength: number;
}

/** The actions of a call, in a form that can be compared, and its wording. */
export interface CallSummary {
  /** Differs when the call did something else: other tools, other arguments, other data. */
  readonly action: string;
  /** Differs when the text or the result differs. */
  readonly wording: string;
  /** A summary in one line for the tree. */
  readonly hint: string;
  /** True when the payload was longer than the part that was read. */
  readonly isCut: boolean;
}

/**
 * Summarizes what a call did. The action of a model is its tool calls, its wording the answer. The action of a tool is
 * its inputs, its wording the result. For any other call, text is wording and data is action.
 */
export function summaryOf(kind: Kind, start: PayloadHead): CallSummary {
  if (kind === "llm") return modelSummary(start);
  const isCut = isLonger(start.inputs, start.inputsLength) || isLonger(start.output, start.outputLength);
  const [inputs, output] = [canonicalText(start.inputs), canonicalText(start.output)];
  if (kind === "tool") return { action: inputs, wording: output, hint: hintOf(start.inputs, "input"), isCut };
  const sides = [
    { text: inputs, isProse: isProse(start.inputs, "input") },
    { text: output, isProse: isProse(start.output, "output") },
  ];
  const textOf = (isWanted: boolean) =>
    sides.flatMap((side) => (side.isProse === isWanted ? [side.text] : [])).join("\n");
  return {
    action: textOf(false),
    wording: textOf(true),
    hint: hintOf(start.inputs, "input") || hintOf(start.output, "output"),
    isCut,
  };
}

/** The inputs of a model repeat everything before it: only its answer is new. */
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

/** Services count characters, the browser counts UTF-16 code units. */
function isLonger(text: string | null, length: number): boolean {
  if (text === null) return false;
  return length > (/[\ud800-\udfff]/.test(text) ? [...text].length : text.length);
}

const readStart = (text: string | null) => (text === null ? null : parseTruncatedJson(text));

const isProse = (text: string | null, side: PreviewSide) => previewOf(readStart(text), side)?.isJson !== true;

const hintOf = (text: string | null, side: PreviewSide) => {
  const value = readStart(text);
  return isMembers(value) && Object.keys(value).length === 0 ? "" : (previewOf(value, side)?.text ?? "");
};
