"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Button } from "@/components/ui/button";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { type RowChoice, selectionOf } from "@/lib/evaluation/runs/row-choice";
import type { Workspace } from "@/lib/workspace/workspace";
import { ExampleScatter } from "./example-scatter";
import { HeatStrip } from "./heat-strip";
import { prepareExampleMap } from "./prepare-example-map";

type CompareMapProps = {
  workspace: Workspace;
  runs: readonly EvaluationRun[];
  scoreId: string;
  align: readonly string[] | null;
  /** The rows that count. */
  choice: RowChoice;
  /** The run that worse and better mean. */
  focus: number;
  isLowerBetter: boolean;
  chosenKey: string | null;
  onChosen: (key: string) => void;
};

/** All examples of compared runs at once: their values in a strip, and those of two runs against each other. */
export function CompareMap({
  workspace,
  runs,
  scoreId,
  align,
  choice,
  focus,
  isLowerBetter,
  ...rest
}: CompareMapProps) {
  const { connectionId, projectId } = workspace;
  const query = useQuery(
    serviceQuery(connectionId, "evaluations.values", {
      project_id: projectId,
      run_ids: runs.map(({ id }) => id),
      align_by: align === null ? null : [...align],
      rows: selectionOf(choice),
      score: scoreId,
    }),
  );
  const map = useMemo(
    () => (query.data ? prepareExampleMap(query.data, { focus, isLowerBetter }) : null),
    [query.data, focus, isLowerBetter],
  );
  if (query.isError) {
    const failure = failureOf(query.error);
    // A service may compare runs and lack this operation: the table below has the same examples.
    if (failure.kind === "unsupported") return null;
    return (
      <p role="alert" className="flex flex-none items-center gap-2 border-t border-line px-4 py-1 text-small text-err">
        Could not load the values of all examples: {failure.message}
        <Button size="small" isBusy={query.isFetching} onClick={() => void query.refetch()}>
          Retry
        </Button>
      </p>
    );
  }
  if (map === null) return <ProgressBar label="Loading the values of all examples" />;
  if (map.points.length === 0) return null;
  return (
    <div className="flex flex-none border-t border-line">
      <ExampleScatter map={map} focus={focus} {...rest} />
      <HeatStrip map={map} runs={runs} focus={focus} {...rest} />
    </div>
  );
}
