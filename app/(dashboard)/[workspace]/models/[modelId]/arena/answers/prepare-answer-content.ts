import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { Answer } from "@/lib/completion/answer";
import { readChoices } from "@/lib/completion/answer-choices";
import { diffInline, type InlinePart } from "@/lib/diff/word-diff";

/** A tool call of an answer. */
interface ToolCall {
  readonly name: string;
  /** As JSON text. */
  readonly arguments: string;
}

/** The content of an answer. */
export interface AnswerContent {
  readonly text: string;
  readonly tools: readonly ToolCall[];
}

/** Cached, since figures, marks and verdicts need it for every cell, on each keystroke. */
const contentCache = new WeakMap<object, AnswerContent | null>();

/** The first choice of an answer; null when it has no content, or none yet. */
export function answerContentOf(completion: Answer["completion"]): AnswerContent | null {
  if (completion === null) return null;
  const known = contentCache.get(completion);
  if (known !== undefined) return known;
  const content = firstContent(completion);
  contentCache.set(completion, content);
  return content;
}

function firstContent(completion: Answer["completion"]): AnswerContent | null {
  const [choice] = readChoices(completion);
  if (!choice) return null;
  const tools = choice.parts.flatMap((part) =>
    part.kind === "tool-request" ? [{ name: part.name, arguments: argumentsText(part.arguments) }] : [],
  );
  const text = choice.text === "" ? (choice.refusal ?? "") : choice.text;
  return text === "" && tools.length === 0 ? null : { text, tools };
}

const argumentsText = (sent: unknown) => (typeof sent === "string" ? sent : stringifyJson(sent ?? {}));

/** The difference between an answer and the pinned one. */
export type Difference =
  /** There is nothing to compare with, or the comparison is off. */
  | { readonly kind: "none" }
  | { readonly kind: "same" }
  | {
      readonly kind: "words";
      readonly parts: readonly InlinePart[];
      readonly added: number;
      readonly removed: number;
    }
  /** Less than a third of the words are shared: marks would be noise. */
  | { readonly kind: "rewritten" }
  /** One requests a tool where the other has text, or a different tool. */
  | { readonly kind: "tools" };

export function differenceOf(content: AnswerContent | null, pinned: AnswerContent | null): Difference {
  if (content === null || pinned === null) return { kind: "none" };
  if (toolsText(content) !== toolsText(pinned)) return { kind: "tools" };
  if (content.text === pinned.text) return { kind: "same" };
  const parts = diffInline(pinned.text, content.text);
  if (parts === null) return { kind: "rewritten" };
  return { kind: "words", parts, added: wordCount(parts, "added"), removed: wordCount(parts, "removed") };
}

const toolsText = ({ tools }: AnswerContent) => tools.map((tool) => `${tool.name} ${tool.arguments}`).join("\n");

function wordCount(parts: readonly InlinePart[], kind: InlinePart["kind"]): number {
  const words = parts.flatMap((part) => (part.kind === kind ? (part.text.match(/[\p{L}\p{N}]+/gu) ?? []) : []));
  return words.length;
}

/** A difference in a word or two; empty when there is nothing to show. */
export function differenceLabel(difference: Difference): string {
  switch (difference.kind) {
    case "none":
      return "";
    case "same":
      return "same";
    case "words":
      return `+${difference.added} −${difference.removed}`;
    case "rewritten":
      return "rewritten";
    case "tools":
      return "tool call";
  }
}
