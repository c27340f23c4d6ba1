"use client";

import type { inferParserType } from "nuqs";
import type { compareParams } from "@/app/(dashboard)/[workspace]/evaluations/compare/examples/compare-params";
import { type ChosenExample, useChosenExample } from "@/components/evaluation/results/use-chosen-example";
import { type ResultList, type ResultsRequest, useResults } from "@/components/evaluation/results/use-results";
import type { ScoreFigures } from "@/lib/api/contract/evaluations/figures";
import type { ResultFilter, ResultSort } from "@/lib/api/contract/evaluations/results";
import { selectionOf } from "@/lib/evaluation/runs/row-choice";
import { scoreDirection } from "@/lib/evaluation/runs/score-direction";
import type { Workspace } from "@/lib/workspace/workspace";

/** The examples of compared runs as the address selects them, and the chosen one. */
export interface ComparedExamples {
  readonly request: ResultsRequest;
  readonly list: ResultList;
  readonly chosen: ChosenExample;
  readonly isLowerBetter: boolean;
  /** Returns the filter that the service knows: it knows higher and lower, and the score's direction says which is better. */
  readonly asked: (filter: ResultFilter) => ResultFilter;
}

export function useComparedExamples(
  { connectionId, projectId }: Workspace,
  runIds: readonly string[],
  score: ScoreFigures | undefined,
  focus: number,
  params: inferParserType<typeof compareParams>,
): ComparedExamples {
  const isLowerBetter = score !== undefined && scoreDirection(score.id, score.kind) === "lower";
  const asked = isLowerBetter ? flipped : same;
  const isWorstFirst = params.sort.field === "change" && isLowerBetter;
  const direction = isWorstFirst === (params.sort.direction === "asc") ? "desc" : "asc";
  const request: ResultsRequest = {
    project_id: projectId,
    run_ids: [...runIds],
    align_by: params.align,
    rows: selectionOf(params),
    score: score?.id ?? null,
    focus_id: runIds[focus] ?? null,
    show: asked(params.show),
    sort_by: { by: params.sort.field as ResultSort, direction },
  };
  const list = useResults(connectionId, request, false);
  const chosen = useChosenExample(connectionId, request, list, params.row);
  return { request, list, chosen, isLowerBetter, asked };
}

const same = (filter: ResultFilter): ResultFilter => filter;

function flipped(filter: ResultFilter): ResultFilter {
  if (filter === "worse") return "better";
  return filter === "better" ? "worse" : filter;
}
