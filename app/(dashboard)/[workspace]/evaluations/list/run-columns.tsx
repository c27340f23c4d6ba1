import type { ReactNode } from "react";
import { type RunColumnId, runColumnIds } from "@/app/(dashboard)/[workspace]/evaluations/list/run-column-ids";
import { CostCell, TokensCell, Unknown } from "@/components/table/cells";
import { Quantity } from "@/components/ui/quantity";
import type { EvaluationFigures } from "@/lib/api/contract/evaluations/figures";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { formatTrials } from "@/lib/evaluation/runs/format-trials";
import { isIncomplete, progressWords } from "@/lib/evaluation/runs/run-state-words";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatListTime, formatTimeAndAge } from "@/lib/format/relative-time";
import { parseTime } from "@/lib/format/time";

interface RunCell {
  readonly run: EvaluationRun;
  /** Undefined while they load, and where they could not be loaded. */
  readonly figures: EvaluationFigures | undefined;
  readonly nowMs: number;
}

/** A column of the list of runs beside name and scores. */
export interface RunColumn {
  readonly label: string;
  /** What the value counts, where the label is too short to say it. */
  readonly title?: string;
  /** Names are aligned at the start, figures at the end. */
  readonly isText?: boolean;
  readonly cell: (run: RunCell) => ReactNode;
}

export const runColumns: Readonly<Record<RunColumnId, RunColumn>> = {
  dataset: { label: "Dataset", isText: true, cell: ({ run }) => <DatasetCell run={run} /> },
  examples: {
    label: "Rows × trials",
    title: "Examples × trials of each; of an unfinished run its trials so far",
    cell: ({ run, figures }) => <TrialsCell run={run} figures={figures} />,
  },
  errors: { label: "Errors", cell: ({ figures }) => (figures ? <ErrorsCell figures={figures} /> : <Unknown />) },
  p50: {
    label: "p50",
    title: "Median latency of the model",
    cell: ({ figures }) => <Duration durationMs={figures?.latency_ms?.p50} />,
  },
  p99: {
    label: "p99",
    title: "99th percentile of the latency of the model",
    cell: ({ figures }) => <Duration durationMs={figures?.latency_ms?.p99} />,
  },
  tokens: { label: "Tokens", cell: ({ figures }) => <TokensCell tokens={figures?.total_tokens ?? null} /> },
  cost: { label: "Cost", cell: ({ figures }) => <CostCell costUsd={figures?.cost_usd ?? null} /> },
  "run-cost": {
    label: "Cost with judges",
    cell: ({ figures }) => <CostCell costUsd={figures?.run_cost_usd ?? null} />,
  },
  duration: { label: "Duration", cell: ({ run }) => <Duration durationMs={durationOf(run)} /> },
  started: { label: "Started", cell: ({ run, nowMs }) => <Started run={run} nowMs={nowMs} /> },
};

/** Returns the chosen columns in the order of the list. */
export const chosenColumns = (ids: readonly RunColumnId[]): readonly (RunColumn & { readonly id: RunColumnId })[] =>
  runColumnIds.filter((id) => ids.includes(id)).map((id) => ({ id, ...runColumns[id] }));

function durationOf({ started_at: from, ended_at: to }: EvaluationRun): number | null {
  const [startedMs, endedMs] = [parseTime(from), parseTime(to)];
  return startedMs === null || endedMs === null ? null : endedMs - startedMs;
}

function Duration({ durationMs }: { durationMs: number | null | undefined }) {
  return durationMs === null || durationMs === undefined ? <Unknown /> : <Quantity text={formatDuration(durationMs)} />;
}

function Started({ run, nowMs }: { run: EvaluationRun; nowMs: number }) {
  const startedMs = parseTime(run.started_at);
  return <span title={formatTimeAndAge(startedMs, nowMs)}>{formatListTime(startedMs, nowMs)}</span>;
}

function DatasetCell({ run: { dataset_name: name, dataset_version: version } }: { run: EvaluationRun }) {
  if (name === "") return <Unknown />;
  return (
    <span className="block max-w-48 truncate text-code">
      {name}
      {version === null || version === undefined ? "" : ` v${version}`}
    </span>
  );
}

function TrialsCell({ run, figures }: { run: EvaluationRun; figures: EvaluationFigures | undefined }) {
  if (run.state === "running" || run.state === "lost" || isIncomplete(run)) {
    const { ended_trial_count: ended, expected_trial_count: expected } = run;
    return (
      <span className={run.state === "running" ? "text-run" : "text-warn"} title={progressWords(run)}>
        {expected === null ? formatCount(ended) : `${formatCount(ended)} of ${formatCount(expected)}`}
      </span>
    );
  }
  if (figures === undefined) return formatCount(run.ended_trial_count);
  return formatTrials(figures);
}

/** Trials without an answer; scores that failed are named apart. */
function ErrorsCell({ figures }: { figures: EvaluationFigures }) {
  const { error_count: errors, scorer_failure_count: failures } = figures;
  const title = `${formatCount(errors)} trials without an answer, ${formatCount(failures)} failed scores`;
  return (
    <span title={title} className={errors + failures > 0 ? "text-err" : "text-ink-3"}>
      {formatCount(errors)}
      {failures > 0 ? ` + ${formatCount(failures)}` : ""}
    </span>
  );
}
