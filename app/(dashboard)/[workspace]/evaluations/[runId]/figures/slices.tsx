"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { axisPercent, IntervalBar } from "@/components/evaluation/interval-bar";
import { Select } from "@/components/form/select";
import { Skeleton } from "@/components/ui/skeleton";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { ScoreFigures } from "@/lib/api/contract/evaluations/figures";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import type { EvaluationSlices } from "@/lib/api/contract/evaluations/slices";
import { formatScore } from "@/lib/evaluation/runs/format-score";
import { formatCount } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";

type SlicesProps = {
  workspace: Workspace;
  run: EvaluationRun;
  score: ScoreFigures;
  params: { readonly slice: string | null; readonly value: string | null };
  onParams: (change: { slice: string | null; value: string | null }) => void;
};

/** The score by the values of a member of the examples. A value filters the table. */
export function Slices({ workspace, run, score, params, onParams }: SlicesProps) {
  const query = useQuery({
    ...serviceQuery(workspace.connectionId, "evaluations.slices", {
      project_id: workspace.projectId,
      run_id: run.id,
      score: score.id,
      path: params.slice,
    }),
    placeholderData: keepPreviousData,
  });
  const slices = query.data;
  return (
    <section aria-label="Slices" className="flex min-w-0 flex-1 flex-col px-4 py-2">
      <h2 className="flex items-center gap-2 text-small font-medium">
        <span className="truncate text-code">{score.id}</span> by
        {slices === undefined || slices.paths.length === 0 ? null : (
          <Select
            label="Slice by"
            value={slices.path ?? ""}
            options={slices.paths.map(({ path }) => ({ value: path, label: path }))}
            onChange={(path) => onParams({ slice: path, value: null })}
            className="h-(--ctl-h-small) text-small"
          />
        )}
      </h2>
      {query.isError ? (
        <p className="text-small text-err">Could not load the slices: {failureOf(query.error).message}</p>
      ) : slices === undefined ? (
        <Skeleton className="mt-3 w-2/5" />
      ) : slices.values.length === 0 ? (
        <p className="text-small text-ink-3">No attributes: no member of the examples has 2 to 20 values.</p>
      ) : (
        <SliceRows slices={slices} value={params.value} onValue={(value) => onParams({ slice: slices.path, value })} />
      )}
    </section>
  );
}

type SliceRowsProps = { slices: EvaluationSlices; value: string | null; onValue: (value: string | null) => void };

function SliceRows({ slices, value, onValue }: SliceRowsProps) {
  const ends = slices.values.flatMap(({ mean, interval }) => [
    mean ?? 0,
    interval?.low ?? mean ?? 0,
    interval?.high ?? mean ?? 0,
  ]);
  const domain = { low: Math.min(0, ...ends), high: Math.max(1, ...ends) };
  return (
    <ul className="mt-1 min-h-0 overflow-y-auto text-small">
      {slices.values.map((slice) => (
        <li key={slice.value}>
          <button
            type="button"
            aria-pressed={slice.value === value}
            onClick={() => onValue(slice.value === value ? null : slice.value)}
            className={classNames(
              "flex h-6 w-full items-center gap-3 rounded-chip px-1.5 text-left hover:bg-hover",
              slice.value === value && "bg-accent-tint",
            )}
          >
            <span className="w-32 flex-none truncate">{slice.value}</span>
            <span className="w-10 flex-none text-right text-ink-3">{formatCount(slice.examples)}</span>
            <span className="relative min-w-16 flex-1">
              {slice.mean === null ? null : (
                <IntervalBar
                  value={slice.mean}
                  interval={slice.interval}
                  domain={domain}
                  isHollow={slice.is_within_noise}
                  className="w-full"
                />
              )}
              {slices.mean === null ? null : (
                <i
                  className="absolute inset-y-0 border-l border-dashed border-ink-3"
                  style={{ left: `${axisPercent(slices.mean, domain)}%` }}
                />
              )}
            </span>
            <span className={classNames("w-12 flex-none text-right", !slice.is_within_noise && "font-medium")}>
              {formatScore(slice.mean)}
            </span>
          </button>
        </li>
      ))}
      {slices.other_count > 0 ? (
        <li className="px-1.5 text-micro text-ink-3">{formatCount(slices.other_count)} examples with other values</li>
      ) : null}
    </ul>
  );
}
