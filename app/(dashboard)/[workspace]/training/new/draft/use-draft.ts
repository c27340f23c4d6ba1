"use client";

import { useMemo, useState } from "react";
import type { SourceGroup, TrajectoryRow } from "@/lib/training/trajectories/collect-trajectories";
import { type DraftProblem, draftProblems } from "@/lib/training/trajectories/draft-problems";
import {
  fieldPaths,
  groupRows,
  guessGrouping,
  guessRewardField,
  moveRow,
  type RowGrouping,
  rewardIn,
} from "@/lib/training/trajectories/group-rows";
import { type DraftRows, draftTotals, groupFigures } from "@/lib/training/trajectories/reward-figures";
import { type DraftChoices, nothingChosen } from "./draft-choices";
import type { DraftControl } from "./draft-control";
import type { Source } from "./draft-source";
import { listJoiner } from "./list-joiner";
import { indexesOf } from "./row-indexes";

/** Returns trajectories with the chosen rewards and groups, and every figure derived from them. */
export function useDraft(sources: readonly Source[], storedChoices: DraftChoices): DraftControl {
  const [choices, setChoices] = useState(storedChoices);
  const { grouping: chosenGrouping, rewardPath: chosenReward, edits, out, moves } = choices;

  const [join] = useState(() => ({ rows: listJoiner<TrajectoryRow>(), groups: listJoiner<SourceGroup>() }));
  const rows = join.rows(sources.map((source) => source.rows));
  const sourceGroups = join.groups(sources.map((source) => source.groups));
  const paths = useMemo(() => fieldPaths(rows), [rows]);
  const likely = useMemo(() => guessGrouping(rows, paths), [rows, paths]);
  const grouping = chosenGrouping ?? likely;
  const rewardPath = chosenReward ?? guessRewardField(paths);
  const groups = useMemo(() => groupRows(rows, sourceGroups, grouping, moves), [rows, sourceGroups, grouping, moves]);
  const indexes = useMemo(() => indexesOf(rows), [rows]);
  const given = useMemo(() => Float64Array.from(rows, (row) => rewardIn(row, rewardPath)), [rows, rewardPath]);
  const rewards = useMemo(() => withEdits(given, edits, indexes), [given, edits, indexes]);
  const isOut = useMemo(() => marksOf(out, indexes), [out, indexes]);
  const draft = useMemo<DraftRows>(() => ({ rows, groups, rewards, isOut }), [rows, groups, rewards, isOut]);
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
    setGrouping: (next: RowGrouping) => setChoices({ ...choices, grouping: next, moves: nothingChosen.moves }),
    movedCount: moves.size,
    takeMovesBack: () => setChoices({ ...choices, moves: nothingChosen.moves }),
    isMoved: (index: number) => rows[index] !== undefined && moves.has(rows[index]),
    move: (index: number, target: number | "own" | null) => {
      const row = rows[index];
      if (row) setChoices({ ...choices, moves: moveRow(moves, draft, row, target) });
    },
    rewardPath,
    setRewardPath: (next: string) => setChoices({ ...choices, rewardPath: next }),
    isEdited: (index: number) => rows[index] !== undefined && edits.has(rows[index]),
    setReward: (index: number, reward: number | null) => {
      const row = rows[index];
      if (!row) return;
      const next = new Map(edits);
      if (reward === null) next.delete(row);
      else next.set(row, reward);
      setChoices({ ...choices, edits: next });
    },
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

/** Returns the rewards of the rows, with typed values replacing them. */
function withEdits(
  given: Float64Array,
  edits: DraftChoices["edits"],
  indexes: ReadonlyMap<TrajectoryRow, number>,
): Float64Array {
  const rewards = given.slice();
  for (const [row, reward] of edits) {
    const index = indexes.get(row);
    if (index !== undefined) rewards[index] = reward;
  }
  return rewards;
}

/** Returns 1 for each row that is among these. */
function marksOf(marked: ReadonlySet<TrajectoryRow>, indexes: ReadonlyMap<TrajectoryRow, number>): Uint8Array {
  const marks = new Uint8Array(indexes.size);
  for (const row of marked) {
    const index = indexes.get(row);
    if (index !== undefined) marks[index] = 1;
  }
  return marks;
}

/** Data of a source that the draft does not contain. */
function unreadIn({ name, problems }: Source): DraftProblem[] {
  return problems.map(({ place, reason }) => ({
    level: "warning",
    path: `${name}, ${place}`,
    message: `Not read and not sent. ${reason}`,
    place: "",
    groups: [],
  }));
}
