"use client";

import type { inferParserType } from "nuqs";
import { useState } from "react";
import type { evaluationsParams } from "@/app/(dashboard)/[workspace]/evaluations/list/evaluations-params";
import { useGroupFigures } from "@/app/(dashboard)/[workspace]/evaluations/list/use-group-figures";
import { useIsPhone } from "@/components/browser/use-is-phone";
import { ChartFrame } from "@/components/chart/chart-frame";
import { Segmented } from "@/components/form/segmented";
import { Select } from "@/components/form/select";
import type { EvaluationFigures } from "@/lib/api/contract/evaluations/figures";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { formatInterval, formatScore } from "@/lib/evaluation/runs/format-score";
import type { RowChoice } from "@/lib/evaluation/runs/row-choice";
import { runsPartWords } from "@/lib/evaluation/runs/row-words";
import type { RunGroup } from "@/lib/evaluation/runs/run-groups";
import { prepareScoreColumns } from "@/lib/evaluation/runs/score-columns";
import { scoreDirection } from "@/lib/evaluation/runs/score-direction";
import type { Workspace } from "@/lib/workspace/workspace";
import { curveFacts, curveSummary, curveTable, emptyCurveWords, placeOf } from "./describe-run-curves";
import { nearestPoint, prepareRunCurves, type RunCurves } from "./prepare-run-curves";
import { RunCurvesPlot } from "./run-curves-plot";

type Params = inferParserType<typeof evaluationsParams>;

type RunCurvesProps = {
  workspace: Workspace;
  /** The dataset versions that have two or more runs, the newest first. */
  datasets: readonly RunGroup[];
  /** All runs, newest first. */
  runs: readonly EvaluationRun[];
  params: Params;
  onParams: (change: Partial<Params>) => void;
  cursorId: string | null;
  onChosen: (runId: string) => void;
};

/** Runs whose figures are read for the curve. */
const MAX_RUNS = 40;

/** The mean of a score in the runs on one dataset version, over the steps of checkpoints or over time. */
export function RunCurvesPane({ workspace, datasets, runs, params, onParams, cursorId, onChosen }: RunCurvesProps) {
  const [at, setAt] = useState<number | null>(null);
  const isPhone = useIsPhone();
  const dataset = datasets.find(({ key }) => key === params.dataset) ?? datasets[0];
  const newest = dataset?.runs.slice(0, MAX_RUNS) ?? [];
  const figures = useGroupFigures(workspace, runs, [newest], params);
  const scores = prepareScoreColumns(figures.all).filter(({ kind }) => kind !== "text");
  const score = scores.find(({ id }) => id === params.score) ?? scores[0];
  const failure = newest.map(({ id }) => figures.failureOf(id)).find((each) => each !== null);
  if (dataset === undefined) return null;
  const direction = score === undefined ? null : scoreDirection(score.id, score.kind);
  const curves = prepareRunCurves(newest, figures.all, { scoreId: score?.id ?? "", direction, over: params.over });
  const isEmpty = curves.lines.length === 0;
  const title = `${score?.id ?? "Score"} by ${curves.over === "step" ? "training step" : "time"}`;
  return (
    <div className="flex-none border-b border-line pt-1">
      <ChartFrame
        title={title}
        heading={
          <span className="flex items-center gap-2">
            <Select
              label="Score of the curve"
              value={score?.id ?? ""}
              placeholder="no score"
              options={scores.map(({ id }) => ({ value: id, label: id }))}
              onChange={(id) => onParams({ score: id })}
              isDisabled={scores.length === 0}
              className="h-(--ctl-h-small) max-w-52 text-small font-normal max-md:max-w-24 max-[24rem]:max-w-18"
            />
            <Select
              label="Dataset of the curve"
              value={dataset.key}
              options={datasets.map(({ key, name, runs: [first] }) => ({
                value: key,
                label: first?.dataset_version ? `${name} v${first.dataset_version}` : name,
              }))}
              onChange={(key) => onParams({ dataset: key })}
              className="h-(--ctl-h-small) max-w-52 text-small font-normal max-md:max-w-28 max-[24rem]:max-w-18"
            />
          </span>
        }
        unit={curveFacts(curves, newest.length, dataset.runs.length, rowsFact(figures.all, params))}
        legend={
          <>
            <Values curves={curves} at={at} />
            <Segmented
              label="Horizontal axis"
              size="small"
              value={curves.over}
              segments={[
                { value: "step", label: "Step" },
                { value: "time", label: "Time" },
              ]}
              onChange={(over) => onParams({ over })}
            />
          </>
        }
        summary={curveSummary(curves, score?.id ?? "score")}
        table={curveTable(curves, score?.id ?? "score")}
        fileName={`evaluations-${score?.id ?? "score"}`}
        isDrawing={!isEmpty}
        className="h-[184px] max-md:h-[168px]"
      >
        {isEmpty ? (
          <p className="grid h-full place-items-center px-4 pb-3 text-center text-small text-ink-3">
            {failure
              ? `Could not load the scores: ${failure.message}`
              : emptyCurveWords(curves, figures.all.length > 0)}
          </p>
        ) : (
          <RunCurvesPlot
            curves={curves}
            cursorId={cursorId}
            at={at}
            onAt={setAt}
            onChosen={onChosen}
            hasNames={!isPhone}
          />
        )}
      </ChartFrame>
    </div>
  );
}

/** Which rows count, where some do not. */
function rowsFact(figures: readonly EvaluationFigures[], { slice, value }: RowChoice): string {
  const slices = slice === null || value === null ? [] : [`${slice} = ${value}`];
  return [runsPartWords(figures), ...slices].filter((words) => words !== "").join(", ");
}

/** The values at the pointer, else nothing: the names at the ends have the last ones. */
function Values({ curves, at }: { curves: RunCurves; at: number | null }) {
  if (at === null) return null;
  return (
    <span className="flex min-w-0 items-center gap-3 overflow-hidden text-micro text-ink-3">
      {curves.lines.map((line) => {
        const point = nearestPoint(line, at);
        if (point === undefined) return null;
        const { value, low, high, x, isBest } = point;
        return (
          <span key={line.key} className="truncate">
            <i
              aria-hidden="true"
              className="mr-1 inline-block size-2 rounded-full"
              style={{ background: line.color }}
            />
            {line.label}, {placeOf(curves.over, x)} <b className="font-medium text-ink">{formatScore(value)}</b>
            {low === null || high === null ? null : ` ${formatInterval({ low, high })}`}
            {isBest ? " best" : ""}
          </span>
        );
      })}
    </span>
  );
}
