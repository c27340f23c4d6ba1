import type { DraftColumn, Members } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { Answer } from "@/lib/completion/answer";
import { isMembers } from "@/lib/json/value/members";

/** Each row is billed for each column; larger runs belong in a program. */
export const MAX_ROWS = 200;

/** The key of the answer to a row in a column. */
export const rowCellKey = (rowIndex: number, columnKey: string) => `${rowIndex} ${columnKey}`;

/** The text of an answer's cell: its beginning, its tool calls, or why it failed. */
export function answerText({ completion, failure }: Pick<Answer, "completion" | "failure">): string {
  if (failure) return failure.message;
  const choices = completion?.choices;
  const choice: unknown = Array.isArray(choices) ? choices[0] : null;
  if (!isMembers(choice) || !isMembers(choice.message)) return "";
  const { content, refusal, tool_calls: calls } = choice.message;
  if (typeof content === "string" && content !== "") return content;
  if (typeof refusal === "string" && refusal !== "") return refusal;
  return Array.isArray(calls) && calls.length > 0 ? stringifyJson(calls) : "";
}

/** The names of columns as table columns: a model that appears twice gets a number. */
export function columnNames(columns: readonly DraftColumn[]): readonly string[] {
  return columns.map(({ model }, index) => {
    const before = columns.slice(0, index).filter((column) => column.model === model).length;
    return before === 0 ? model : `${model} ${before + 1}`;
  });
}

/**
 * The rows with their answers, as rows of a table: their members, then each model's answer, and its failure next to it.
 * Rows that were not run are omitted.
 */
export function runResultRows(
  rows: readonly Members[],
  columns: readonly DraftColumn[],
  answerAt: (rowIndex: number, columnKey: string) => Answer,
): readonly Record<string, unknown>[] {
  const names = columnNames(columns);
  return rows.flatMap((row, rowIndex) => {
    const cells = columns.flatMap(({ key }, index): [string, unknown][] => {
      const answer = answerAt(rowIndex, key);
      const name = names[index] ?? key;
      if (answer.status === "failed") return [[`${name} error`, answerText(answer)]];
      return answer.status === "done"
        ? [
            [name, answerText(answer)],
            [`${name} call`, answer.callId],
          ]
        : [];
    });
    return cells.length === 0 ? [] : [{ ...row, ...Object.fromEntries(cells) }];
  });
}

/** The figures of a column's answers. Milliseconds and US dollars. */
export interface RowTotals {
  /** Answers that ended, with those that failed. */
  readonly doneCount: number;
  readonly failedCount: number;
  /** Sum over the answers that ended; null without any. */
  readonly durationMs: number | null;
  /** Sum of the known costs; null when none is known. */
  readonly costUsd: number | null;
  /** Answers whose cost is unknown: not tracked, or without a price. Failed ones do not count. */
  readonly unpricedCount: number;
}

/** Sums answers. `costOf` is the cost of an answer, null when it is unknown. */
export function rowTotals(answers: readonly Answer[], costOf: (answer: Answer) => number | null): RowTotals {
  const done = answers.filter(({ status }) => status === "done" || status === "failed");
  const durations = done.flatMap(({ durationMs }) => durationMs ?? []);
  const costs = done.map((answer) => ({ answer, costUsd: costOf(answer) }));
  const known = costs.flatMap(({ costUsd }) => costUsd ?? []);
  const sum = (values: readonly number[]) =>
    values.length === 0 ? null : values.reduce((total, value) => total + value, 0);
  return {
    doneCount: done.length,
    failedCount: done.filter(({ status }) => status === "failed").length,
    durationMs: sum(durations),
    costUsd: sum(known),
    unpricedCount: costs.filter(({ answer, costUsd }) => costUsd === null && answer.status === "done").length,
  };
}
