import { promptText } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/prompts/arena-prompt";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { tokensOut } from "@/lib/completion/answer-choices";
import { delimitedLine } from "@/lib/export/delimited-text";
import { answerContentOf, differenceLabel, differenceOf } from "./prepare-answer-content";
import { type ArenaSetting, cellScore } from "./prepare-prompt-groups";
import { compareScores } from "./prepare-scores";
import { arenaCellKey, type CellResult } from "./stored-arena";

/** Members of a row of results, in file order. */
const NAMES = [
  ...([
    "prompt_id",
    "seen",
    "thread_id",
    "prompt",
    "expected",
    "column",
    "model",
    "status",
    "answer",
    "tool_calls",
  ] as const),
  ...(["reward", "verdict", "difference", "latency_ms", "output_tokens", "call_id", "error", "parameters"] as const),
];

export type ResultRow = Readonly<Record<(typeof NAMES)[number], string | number | boolean | null>>;

/** One row for each answer, prompt by prompt; cells that were never run have none. */
export function exportRows(setting: ArenaSetting, resultOf: (key: string) => CellResult | null): readonly ResultRow[] {
  const { prompts, columns, pinnedKey, scorer, parameters } = setting;
  return prompts.flatMap((prompt) => {
    const pinned = pinnedKey === null ? null : resultOf(arenaCellKey(prompt.id, pinnedKey));
    const base = cellScore(pinned, prompt, scorer, parameters);
    return columns.flatMap(({ key, label, model }): ResultRow[] => {
      const result = resultOf(arenaCellKey(prompt.id, key));
      if (result === null || result.answer.status === "running") return [];
      const { answer } = result;
      const content = answerContentOf(answer.completion);
      const own = cellScore(result, prompt, scorer, parameters);
      const isPinned = key === pinnedKey;
      return [
        {
          prompt_id: prompt.id,
          seen: prompt.isSeen,
          thread_id: prompt.threadId,
          prompt: promptText(prompt),
          expected: prompt.expected,
          column: label,
          model,
          status: answer.status,
          answer: content?.text ?? null,
          tool_calls: content && content.tools.length > 0 ? stringifyJson(content.tools) : null,
          reward: own.reward,
          verdict: isPinned ? null : compareScores(own.reward, base.reward),
          difference: isPinned ? null : differenceLabel(differenceOf(own.content, base.content)) || null,
          latency_ms: answer.durationMs,
          output_tokens: tokensOut(answer).count,
          call_id: answer.callId,
          error: answer.failure?.message ?? null,
          parameters: result.asked,
        },
      ];
    });
  });
}

/** The results as comma-separated values. */
export function resultsCsv(rows: readonly ResultRow[]): string {
  const lines = rows.map((row) => NAMES.map((name) => (row[name] === null ? null : String(row[name]))));
  return [NAMES, ...lines].map((line) => delimitedLine(line, "csv")).join("");
}

/** The results as one JSON object per line. */
export function resultsJsonl(rows: readonly ResultRow[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}
