import type { DraftColumn, Members, ParameterTexts } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { Answer } from "@/lib/completion/answer";
import { isMembers } from "@/lib/json/value/members";

/** Each row is paid for each column; more belong into a program. */
export const MAX_ROWS = 200;

export interface RowsRead {
  readonly rows: readonly ParameterTexts[];
  /** Variables that no row has a value for. */
  readonly missing: readonly string[];
  /** How many rows were left out for being too many. */
  readonly leftOut: number;
}

/** Rows of values for variables, out of rows of a file. Members that are no variable are left out. */
export function rowsOfValues(values: readonly Members[], names: readonly string[]): RowsRead {
  const rows = values.slice(0, MAX_ROWS).map((value) => {
    const texts = names.flatMap((name): [string, string][] => {
      const found = Object.hasOwn(value, name) ? value[name] : null;
      if (found === null || found === undefined) return [];
      return [[name, typeof found === "string" ? found : stringifyJson(found)]];
    });
    return Object.fromEntries(texts);
  });
  return {
    rows,
    missing: names.filter((name) => !rows.some((row) => Object.hasOwn(row, name))),
    leftOut: Math.max(0, values.length - MAX_ROWS),
  };
}

/** Where the answer of a row and a column is kept. */
export const rowCellKey = (rowIndex: number, columnKey: string) => `${rowIndex} ${columnKey}`;

/** What a cell says of an answer: its first words, the tools that it asks for, or why it failed. */
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

/** The names of columns as a table has them: a model that is there twice has a number. */
export function columnNames(columns: readonly DraftColumn[]): readonly string[] {
  return columns.map(({ model }, index) => {
    const before = columns.slice(0, index).filter((column) => column.model === model).length;
    return before === 0 ? model : `${model} ${before + 1}`;
  });
}

/**
 * The rows with their answers, as rows of a table: the values, then each model's answer, and what failed beside it.
 * Rows of which nothing was asked are left out.
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
