import type { DraftColumn, Members, ParameterTexts } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { Answer } from "@/lib/completion/answer";
import { isMembers } from "@/lib/json/value/members";

/** Each row is billed for each column; larger runs belong in a program. */
export const MAX_ROWS = 200;

export interface RowsRead {
  readonly rows: readonly ParameterTexts[];
  /** Variables without a value in any row. */
  readonly missing: readonly string[];
  /** The number of rows dropped beyond the maximum. */
  readonly leftOut: number;
}

/** Values for variables from the rows of a file. Members that are not variables are dropped. */
export function rowsOfValues(values: readonly Members[], names: readonly string[]): RowsRead {
  const rows = values.slice(0, MAX_ROWS).map((value) => {
    const texts = names.flatMap((name): [string, string][] => {
      const cell = Object.hasOwn(value, name) ? value[name] : null;
      if (cell === null || cell === undefined) return [];
      return [[name, typeof cell === "string" ? cell : stringifyJson(cell)]];
    });
    return Object.fromEntries(texts);
  });
  return {
    rows,
    missing: names.filter((name) => !rows.some((row) => Object.hasOwn(row, name))),
    leftOut: Math.max(0, values.length - MAX_ROWS),
  };
}

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
 * The rows with their answers, as rows of a table: the values, then each model's answer, and its failure next to it.
 * Rows that were not run are omitted.
 */
export function runResultRows(
  rows: readonly ParameterTexts[],
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
