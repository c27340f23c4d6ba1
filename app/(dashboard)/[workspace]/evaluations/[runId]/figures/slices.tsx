"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { SlicePanel } from "@/app/(dashboard)/[workspace]/evaluations/[runId]/figures/slice-panel";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { ScoreFigures } from "@/lib/api/contract/evaluations/figures";
import type { RowPart } from "@/lib/api/contract/evaluations/row-parts";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import type { ExampleSelection } from "@/lib/evaluation/runs/example-selection";
import type { Workspace } from "@/lib/workspace/workspace";

type Selected = Pick<ExampleSelection, "slice" | "value" | "slice2" | "value2">;

type SlicesProps = {
  workspace: Workspace;
  run: EvaluationRun;
  score: ScoreFigures;
  params: Selected & { readonly rows: RowPart };
  onParams: (change: Partial<Selected>) => void;
};

/** The score by the values of two members of the examples, side by side. A value of each filters the table. */
export function Slices({ workspace, run, score, params, onParams }: SlicesProps) {
  const first = useSlices({ workspace, run, score, params }, params.slice, true);
  const paths = first.data?.paths.map(({ path }) => path) ?? [];
  const otherPaths = paths.filter((path) => path !== first.data?.path);
  const path2 = params.slice2 ?? otherPaths[0] ?? null;
  const second = useSlices({ workspace, run, score, params }, path2, path2 !== null);
  return (
    <>
      <SlicePanel
        label="Slices"
        scoreId={score.id}
        query={first}
        paths={paths}
        value={params.value}
        onPath={(slice) => onParams({ slice, value: null, ...(slice === path2 ? { slice2: null, value2: null } : {}) })}
        onValue={(value) => onParams({ slice: first.data?.path ?? null, value })}
      />
      {path2 === null ? null : (
        <SlicePanel
          label="Slices by another member"
          // Two do not fit beside the chosen example on a small screen.
          className="hidden border-l border-line @4xl:flex"
          scoreId={null}
          query={second}
          paths={otherPaths.includes(path2) ? otherPaths : [path2, ...otherPaths]}
          value={params.value2}
          onPath={(slice2) => onParams({ slice2, value2: null })}
          onValue={(value2) => onParams({ slice2: second.data?.path ?? null, value2 })}
        />
      )}
    </>
  );
}

function useSlices(
  { workspace, run, score, params }: Pick<SlicesProps, "workspace" | "run" | "score" | "params">,
  path: string | null,
  isEnabled: boolean,
) {
  return useQuery({
    ...serviceQuery(workspace.connectionId, "evaluations.slices", {
      project_id: workspace.projectId,
      run_id: run.id,
      score: score.id,
      path,
      rows: { part: params.rows },
    }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
}
