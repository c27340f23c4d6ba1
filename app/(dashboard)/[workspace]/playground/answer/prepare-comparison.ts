import type { NamedValue } from "@/components/diff/use-comparison";
import type { AnswerChoice } from "@/lib/completion/answer-choices";
import type { DiffMode } from "@/lib/diff/compare-values";

/** The two sides of a comparison of answers, and how they are compared. */
export interface AnswerComparison {
  readonly mode: DiffMode;
  readonly left: NamedValue;
  readonly right: NamedValue;
}

/** Compares what two answers say: as JSON where both are or where one asks for tools, otherwise as text. */
export function prepareComparison(pinned: AnswerChoice, own: AnswerChoice): AnswerComparison {
  if (!hasToolCalls(pinned) && !hasToolCalls(own)) {
    const [left, right] = [parsed(pinned.text), parsed(own.text)];
    if (left === undefined || right === undefined) return comparison("text", pinned.text, own.text);
    return comparison("json", left, right);
  }
  return comparison("json", textAndToolCalls(pinned), textAndToolCalls(own));
}

function comparison(mode: DiffMode, left: unknown, right: unknown): AnswerComparison {
  return {
    mode,
    left: { key: JSON.stringify(left), value: left },
    right: { key: JSON.stringify(right), value: right },
  };
}

function hasToolCalls({ parts }: AnswerChoice): boolean {
  return parts.some((part) => part.kind === "tool-request");
}

/** Ids of tool calls differ in every answer: they are left out. */
function textAndToolCalls({ text, parts }: AnswerChoice): unknown {
  const calls = parts.flatMap((part) =>
    part.kind === "tool-request" ? [{ name: part.name, arguments: argumentsOf(part.arguments) }] : [],
  );
  return { content: text === "" ? null : text, tool_calls: calls };
}

function argumentsOf(sent: unknown): unknown {
  return typeof sent === "string" ? (parsed(sent) ?? sent) : sent;
}

/** A list or an object that a text holds; undefined where it holds none. */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    // Words are no JSON: they are compared as text.
    return undefined;
  }
}
