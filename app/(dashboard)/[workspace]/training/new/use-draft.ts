"use client";

import { useMemo, useState } from "react";
import { type DraftProblem, draftProblems } from "@/lib/training/draft-problems";
import {
  fieldPaths,
  type Grouping,
  groupRows,
  likelyGrouping,
  likelyReward,
  rewardIn,
} from "@/lib/training/group-rows";
import { type Draft, draftTotals, groupFigures } from "@/lib/training/reward-bench";
import type { RowChoices } from "./prepare-kept-draft";
import type { Source } from "./use-sources";

/** What a person chose of a draft; null where it is left to the page. */
export interface DraftChoices extends RowChoices {
  readonly grouping: Grouping | null;
  readonly rewardPath: string | null;
}

export const nothingChosen: DraftChoices = { grouping: null, rewardPath: null, edits: new Map(), out: new Set() };

/** Trajectories with rewards and groups as they are chosen, and every figure that follows from them. */
export function useDraft(sources: readonly Source[], kept: DraftChoices) {
  const [choices, setChoices] = useState(kept);
  const { grouping: chosenGrouping, rewardPath: chosenReward, edits, out } = choices;

  const rows = useMemo(() => sources.flatMap((source) => source.rows), [sources]);
  const sourceGroups = useMemo(() => sources.flatMap((source) => source.groups), [sources]);
  const paths = useMemo(() => fieldPaths(rows), [rows]);
  const likely = useMemo(() => likelyGrouping(rows, paths), [rows, paths]);
  const grouping = chosenGrouping ?? likely;
  const rewardPath = chosenReward ?? likelyReward(paths);
  const groups = useMemo(() => groupRows(rows, sourceGroups, grouping), [rows, sourceGroups, grouping]);
  const rewards = useMemo(
    () => Float64Array.from(rows, (row) => edits.get(row) ?? rewardIn(row, rewardPath)),
    [rows, edits, rewardPath],
  );
  const isOut = useMemo(() => Uint8Array.from(rows, (row) => (out.has(row) ? 1 : 0)), [rows, out]);
  const draft = useMemo<Draft>(() => ({ rows, groups, rewards, isOut }), [rows, groups, rewards, isOut]);
  const figures = useMemo(() => groupFigures(draft), [draft]);
  const totals = useMemo(() => draftTotals(draft, figures), [draft, figures]);
  const problems = useMemo<readonly DraftProblem[]>(
    () => [...draftProblems(draft, figures), ...sources.flatMap(unreadIn)],
    [draft, figures, sources],
  );

  const rowsOf = (indexes: readonly number[]) => indexes.flatMap((index) => rows[index] ?? []);
  return {
    draft,
    figures,
    totals,
    problems,
    paths,
    choices,
    grouping,
    setGrouping: (next: Grouping) => setChoices({ ...choices, grouping: next }),
    rewardPath,
    /** The empty path: rewards are typed. */
    setRewardPath: (next: string) => setChoices({ ...choices, rewardPath: next }),
    isEdited: (index: number) => rows[index] !== undefined && edits.has(rows[index]),
    /** Null takes back what was typed. */
    setReward: (index: number, reward: number | null) => {
      const row = rows[index];
      if (!row) return;
      const next = new Map(edits);
      if (reward === null) next.delete(row);
      else next.set(row, reward);
      setChoices({ ...choices, edits: next });
    },
    /** Leaves rows out, or takes them in again. */
    setLeftOut: (indexes: readonly number[], isLeftOut: boolean) => {
      const next = new Set(out);
      for (const row of rowsOf(indexes)) {
        if (isLeftOut) next.add(row);
        else next.delete(row);
      }
      setChoices({ ...choices, out: next });
    },
    reset: () => setChoices(nothingChosen),
  };
}

export type DraftControl = ReturnType<typeof useDraft>;

/** What a source has and the draft has not. */
function unreadIn({ name, problems }: Source): DraftProblem[] {
  return problems.map(({ place, reason }) => ({
    level: "warning",
    path: `${name}, ${place}`,
    message: `Not read, and not sent. ${reason}`,
    place: "",
    groups: [],
  }));
}
