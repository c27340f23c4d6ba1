import type { ArenaColumn } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/columns/prepare-arena-columns";
import type { ArenaPrompt } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/prompts/arena-prompt";
import { type AnswerContent, answerContentOf } from "./prepare-answer-content";
import { type ColumnFigures, columnFigures, type Scored, type Scorer, scoreOf } from "./prepare-scores";
import { arenaCellKey, type CellResult } from "./stored-arena";

/** Prompts grouped by whether the model was trained on them. */
export interface PromptGroup {
  readonly id: "seen" | "unseen" | "unknown";
  readonly title: string;
  readonly about: string;
  readonly prompts: readonly ArenaPrompt[];
}

const GROUPS = [
  { id: "seen", title: "Seen", isSeen: true, about: "part of the training data of this model's checkpoints" },
  {
    id: "unseen",
    title: "Unseen",
    isSeen: false,
    about: "not part of the training data of any checkpoint of this model",
  },
  { id: "unknown", title: "Unknown", isSeen: null, about: "prompts whose training status is unknown" },
] as const;

/** The groups that have prompts. */
export function promptGroups(prompts: readonly ArenaPrompt[]): readonly PromptGroup[] {
  return GROUPS.flatMap(({ isSeen, ...group }) => {
    const own = prompts.filter((prompt) => prompt.isSeen === isSeen);
    return own.length === 0 ? [] : [{ ...group, prompts: own }];
  });
}

/** A cell as figures and colors use it. */
export interface CellScore {
  /** Null while it runs, when it failed, and when it ran with other parameters. */
  readonly content: AnswerContent | null;
  readonly reward: number | null;
}

const NO_SCORE: CellScore = { content: null, reward: null };

/** The content and the reward of an answer, if it was generated with the current parameters. */
export function cellScore(
  result: CellResult | null,
  prompt: ArenaPrompt,
  scorer: Scorer,
  parameters: string,
): CellScore {
  if (result?.answer.status !== "done" || result.asked !== parameters) return NO_SCORE;
  const content = answerContentOf(result.answer.completion) ?? { text: "", tools: [] };
  return { content, reward: scoreOf(scorer, prompt, content, result.mark) };
}

/** The prompts and columns, and how they are compared. */
export interface ArenaSetting {
  readonly prompts: readonly ArenaPrompt[];
  readonly columns: readonly ArenaColumn[];
  readonly pinnedKey: string | null;
  readonly scorer: Scorer;
  /** As text. */
  readonly parameters: string;
}

type ResultOf = (key: string) => CellResult | null;

/** The figures of every column, in column order. */
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
        return { isSeen: prompt.isSeen, isAnswered: own.content !== null, reward: own.reward, pinned };
      }),
    ),
  );
}

/** The cells without an answer: not run, failed, stopped, or run with other parameters. */
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
