import { Square, SquareCheck } from "lucide-react";
import type { Token } from "@/lib/markdown/markdown-parser";

interface Task {
  readonly isDone: boolean;
  readonly text: string;
  readonly rest: readonly Token[];
}

/** `[ ]` or `[x]` at the beginning of an item of a list; null for other text. */
export function taskOf(tokens: readonly Token[], index: number): Task | null {
  if (tokens[index - 1]?.type !== "paragraph_open" || tokens[index - 2]?.type !== "list_item_open") return null;
  const [first, ...others] = tokens[index]?.children ?? [];
  const mark = first?.type === "text" ? /^\[([ xX])\](?:\s|$)/.exec(first.content) : null;
  if (!first || mark === null) return null;
  return { isDone: mark[1] !== " ", text: first.content.slice(mark[0].length), rest: others };
}

/** A check box that shows the state of a task and cannot be changed. It stands where the bullets of the list stand. */
export function TaskMark({ isDone }: { isDone: boolean }) {
  const Icon = isDone ? SquareCheck : Square;
  return (
    <span
      role="img"
      aria-label={isDone ? "done" : "not done"}
      data-task
      className="-ml-5 inline-block w-5 align-[-2px]"
    >
      <Icon size={13} strokeWidth={1.7} aria-hidden="true" className={isDone ? "text-ok" : "text-ink-3"} />
    </span>
  );
}
