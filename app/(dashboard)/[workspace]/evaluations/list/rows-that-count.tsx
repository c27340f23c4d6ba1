"use client";

import type { GroupFigures } from "@/app/(dashboard)/[workspace]/evaluations/list/use-group-figures";
import { RowParts } from "@/components/evaluation/rows/row-switch";
import { SliceControl } from "@/components/evaluation/rows/slice-control";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import type { RowChoice } from "@/lib/evaluation/runs/row-choice";
import { areRowsMixed } from "@/lib/evaluation/runs/row-words";
import type { Workspace } from "@/lib/workspace/workspace";

type RowsThatCountProps = {
  workspace: Workspace;
  figures: GroupFigures;
  /** The runs whose members are offered for slices: those of one dataset version, newest first. */
  sliced: readonly EvaluationRun[];
  choice: RowChoice;
  onChoice: (choice: Partial<RowChoice>) => void;
};

/** Chooses the rows that the figures of the list and its curve count: a part by training, and a slice. */
export function RowsThatCount({ workspace, figures, sliced, choice, onChoice }: RowsThatCountProps) {
  const mixed = figures.all.flatMap(({ rows }) => (rows && areRowsMixed(rows) ? rows : []));
  const [first] = mixed;
  const isSame = mixed.every(({ trained, all }) => trained === first?.trained && all === first.all);
  const newest = sliced.find(({ state }) => state === "finished");
  const score = newest && figures.figuresOf(newest.id)?.scores.find(({ kind }) => kind !== "text");
  return (
    <>
      {first !== undefined || choice.rows !== "held_out" ? (
        <RowParts
          rows={first !== undefined && isSame ? first : null}
          part={choice.rows}
          onPart={(rows) => onChoice({ rows })}
        />
      ) : null}
      <SliceControl
        workspace={workspace}
        runId={newest?.id ?? null}
        scoreId={score?.id ?? null}
        choice={choice}
        onSlice={onChoice}
      />
    </>
  );
}
