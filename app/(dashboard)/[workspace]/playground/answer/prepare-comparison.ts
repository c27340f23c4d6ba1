import type { NamedValue } from "@/components/diff/use-comparison";
import type { AnswerChoice } from "@/lib/completion/answer-choices";
import type { DiffMode } from "@/lib/diff/compare-values";

/** The two sides of a comparison of answers, and how to compare them. */
export interface AnswerComparison {
  readonly mode: DiffMode;
  readonly left: NamedValue;
  readonly right: NamedValue;
}

/** Compares two answers: as JSON when both are JSON or one requests tools, otherwise as text. */
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

/** Ids of tool calls differ in every answer, so they are omitted. */
function textAndToolCalls({ text, parts }: AnswerChoice): unknown {
  const calls = parts.flatMap((part) =>
    part.kind === "tool-request" ? [{ name: part.name, arguments: argumentsOf(part.arguments) }] : [],
  );
  return { content: text === "" ? null : text, tool_calls: calls };
}

function argumentsOf(sent: unknown): unknown {
  return typeof sent === "string" ? (parsed(sent) ?? sent) : sent;
}

/** The list or object that a text contains; undefined when there is none. */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    // Plain text is not JSON: it is compared as text.
    return undefined;
  }
}
