import type { ArenaColumn } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/columns/prepare-arena-columns";
import type { ArenaPrompt } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/prompts/arena-prompt";
import { type AnswerContent, answerContentOf } from "./prepare-answer-content";
import { type ColumnFigures, columnFigures, type Scored, type Scorer, scoreOf } from "./prepare-scores";
import { arenaCellKey, type CellResult } from "./stored-arena";

/** Prompts that stand together, by whether the model was trained on them. */
export interface PromptGroup {
  readonly id: "seen" | "unseen" | "unknown";
  readonly title: string;
  readonly about: string;
  readonly prompts: readonly ArenaPrompt[];
}

const GROUPS = [
  { id: "seen", title: "Seen", isSeen: true, about: "from what checkpoints of this model were trained on" },
  { id: "unseen", title: "Unseen", isSeen: false, about: "that no checkpoint of this model was trained on" },
  { id: "unknown", title: "Not known", isSeen: null, about: "of which it is not known whether they were trained on" },
] as const;

/** The groups that have prompts. */
export function promptGroups(prompts: readonly ArenaPrompt[]): readonly PromptGroup[] {
  return GROUPS.flatMap(({ isSeen, ...group }) => {
    const own = prompts.filter((prompt) => prompt.isSeen === isSeen);
    return own.length === 0 ? [] : [{ ...group, prompts: own }];
  });
}

/** A cell as figures and colours take it. */
export interface CellScore {
  /** Null while it is asked, where it failed, and where it was asked with other parameters. */
  readonly said: AnswerContent | null;
  readonly reward: number | null;
}

const NO_SCORE: CellScore = { said: null, reward: null };

/** What an answer says and what it is worth, when it is an answer to what is asked now. */
export function cellScore(
  result: CellResult | null,
  prompt: ArenaPrompt,
  scorer: Scorer,
  parameters: string,
): CellScore {
  if (result?.answer.status !== "done" || result.asked !== parameters) return NO_SCORE;
  const said = answerContentOf(result.answer.completion) ?? { text: "", tools: [] };
  return { said, reward: scoreOf(scorer, prompt, said, result.mark) };
}

/** What is asked, and how it is held together. */
export interface ArenaSetting {
  readonly prompts: readonly ArenaPrompt[];
  readonly columns: readonly ArenaColumn[];
  readonly pinnedKey: string | null;
  readonly scorer: Scorer;
  /** As text. */
  readonly parameters: string;
}

type ResultOf = (key: string) => CellResult | null;

/** The figures of every column, in the order of the columns. */
export function allFigures(setting: ArenaSetting, resultOf: ResultOf): readonly ColumnFigures[] {
  const { prompts, columns, pinnedKey } = setting;
  const scoreAt = (prompt: ArenaPrompt, key: string | null) =>
    key === null
      ? NO_SCORE
      : cellScore(resultOf(arenaCellKey(prompt.id, key)), prompt, setting.scorer, setting.parameters);
  return columns.map(({ key }) =>
    columnFigures(
      prompts.map((prompt): Scored => {
        const own = scoreAt(prompt, key);
        const pinned = key === pinnedKey ? null : scoreAt(prompt, pinnedKey).reward;
        return { isSeen: prompt.isSeen, isAnswered: own.said !== null, reward: own.reward, pinned };
      }),
    ),
  );
}

/** Where an answer is missing: it was not asked, failed, was stopped, or was asked with other parameters. */
export interface UnansweredCell {
  readonly prompt: ArenaPrompt;
  readonly column: ArenaColumn;
}

export function unansweredCells(
  { prompts, columns, parameters }: ArenaSetting,
  resultOf: ResultOf,
): readonly UnansweredCell[] {
  return prompts.flatMap((prompt) =>
    columns.flatMap((column) => {
      const result = resultOf(arenaCellKey(prompt.id, column.key));
      const isThere = result?.asked === parameters && ["done", "running"].includes(result.answer.status);
      return isThere || column.isGone ? [] : [{ prompt, column }];
    }),
  );
}
