"use client";

import type { inferParserType } from "nuqs";
import type { evaluationParams } from "@/app/(dashboard)/[workspace]/evaluations/[runId]/examples/evaluation-params";
import { type ChosenExample, useChosenExample } from "@/components/evaluation/results/use-chosen-example";
import { type ResultList, type ResultsRequest, useResults } from "@/components/evaluation/results/use-results";
import type { ScoreFigures } from "@/lib/api/contract/evaluations/figures";
import type { ResultSort } from "@/lib/api/contract/evaluations/results";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { type ExampleSelection, selectionRequest } from "@/lib/evaluation/runs/example-selection";
import type { Workspace } from "@/lib/workspace/workspace";

/** The examples of a run as the address selects them, and the chosen one. */
export interface RunExamples {
  readonly selection: ExampleSelection;
  readonly request: ResultsRequest;
  readonly list: ResultList;
  readonly chosen: ChosenExample;
}

const RUNNING_REFRESH_MS = 4000;

export function useRunExamples(
  { connectionId, projectId }: Workspace,
  run: EvaluationRun,
  score: ScoreFigures | undefined,
  params: inferParserType<typeof evaluationParams>,
): RunExamples {
  const selection: ExampleSelection = {
    runId: run.id,
    score: score?.id ?? null,
    show: params.show,
    passes: params.passes,
    part: params.rows,
    slice: params.slice,
    value: params.value,
    slice2: params.slice2,
    value2: params.value2,
    search: params.q,
  };
  const request: ResultsRequest = {
    ...selectionRequest(projectId, selection),
    sort_by: { by: params.sort.field as ResultSort, direction: params.sort.direction },
  };
  const list = useResults(connectionId, request, run.state === "running" ? RUNNING_REFRESH_MS : false);
  return { selection, request, list, chosen: useChosenExample(connectionId, request, list, params.row) };
}
