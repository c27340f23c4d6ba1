import { Unknown } from "@/components/table/cells";
import { RuledTable, RuledTableCell, RuledTableHeadCell } from "@/components/training/lists/ruled-table";
import { Link } from "@/components/ui/link";
import type { TrainingIteration, TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { formatScore } from "@/lib/evaluation/runs/format-score";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatTotalCost } from "@/lib/format/money";
import { formatTokens } from "@/lib/format/tokens";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import { iterationStateWords } from "@/lib/training/runs/run-words";
import type { Workspace } from "@/lib/workspace/workspace";

type IterationsTableProps = { workspace: Workspace; run: TrainingRunDetail; onCompare: (iteration: number) => void };

const MS_PER_SECOND = 1000;

/** The iterations, newest first, each with its job, its checkpoint and its rollouts. */
export function IterationsTable({ workspace, run, onCompare }: IterationsTableProps) {
  const hasEvaluation = run.iterations.some(({ evaluation }) => evaluation !== null);
  return (
    <section aria-label="Iterations of the run" className="min-w-0 flex-none">
      <h2 className="flex h-[38px] items-center px-4 font-semibold max-md:px-3">Iterations</h2>
      {run.iterations.length === 0 ? (
        <p className="border-t border-line px-4 py-3 text-small text-ink-3 max-md:px-3">
          The first iteration has not begun yet.
        </p>
      ) : (
        <RuledTable label="Iterations" className="flex-none border-t border-line">
          <thead>
            <tr>
              <RuledTableHeadCell>Iteration</RuledTableHeadCell>
              <RuledTableHeadCell isEnd>Reward</RuledTableHeadCell>
              <RuledTableHeadCell isEnd>Signal</RuledTableHeadCell>
              <RuledTableHeadCell isEnd>Rollouts</RuledTableHeadCell>
              {hasEvaluation ? <RuledTableHeadCell isEnd>Evaluation</RuledTableHeadCell> : null}
              <RuledTableHeadCell isEnd>Tokens</RuledTableHeadCell>
              <RuledTableHeadCell isEnd>Cost</RuledTableHeadCell>
              <RuledTableHeadCell isEnd>Sampling</RuledTableHeadCell>
              <RuledTableHeadCell isEnd>Training</RuledTableHeadCell>
              <RuledTableHeadCell>
                <span className="sr-only">Links</span>
              </RuledTableHeadCell>
            </tr>
          </thead>
          <tbody>
            {run.iterations.toReversed().map((iteration) => (
              <Row
                key={iteration.iteration}
                slug={workspace.slug}
                run={run}
                iteration={iteration}
                hasEvaluation={hasEvaluation}
                onCompare={onCompare}
              />
            ))}
          </tbody>
        </RuledTable>
      )}
    </section>
  );
}

type RowProps = {
  slug: string;
  run: TrainingRunDetail;
  iteration: TrainingIteration;
  hasEvaluation: boolean;
  onCompare: (iteration: number) => void;
};

const seconds = (value: number | null) => (value === null ? <Unknown /> : formatDuration(value * MS_PER_SECOND));

function Row({ slug, run, iteration: one, hasEvaluation, onCompare }: RowProps) {
  const { iteration, state, problem, from_step: from, step, reward, errors, evaluation } = one;
  const job = one.job_id === null ? null : `/${slug}/training/${encodeURIComponent(one.job_id)}`;
  return (
    <tr className="hover:bg-hover">
      <RuledTableCell className="h-[34px]">
        <span className="font-medium tabular-nums">{formatCount(iteration)}</span>{" "}
        <span className="text-ink-3">
          {from === null ? "" : `from step ${formatCount(from)}`}
          {state === "done" ? "" : `${from === null ? "" : ", "}${iterationStateWords[state]}`}
        </span>
        {problem === null ? null : <span className="block text-micro text-err">{problem}</span>}
      </RuledTableCell>
      <RuledTableCell isEnd className="h-[34px]">
        {reward.mean === null ? <Unknown /> : formatMetric("reward", reward.mean)}
        {reward.std_dev === null ? null : (
          <span className="ml-1 text-micro text-ink-3">± {formatMetric("reward", reward.std_dev)}</span>
        )}
      </RuledTableCell>
      <RuledTableCell isEnd className="h-[34px]">
        {formatCount(one.groups_with_signal)} of {formatCount(one.groups)}
      </RuledTableCell>
      <RuledTableCell isEnd className="h-[34px]">
        {one.rollouts < one.rollouts_planned && state === "sampling"
          ? `${formatCount(one.rollouts)} of ${formatCount(one.rollouts_planned)}`
          : formatCount(one.rollouts)}
        {errors > 0 ? <span className="ml-1 text-micro text-err">{formatCount(errors)} failed</span> : null}
      </RuledTableCell>
      {hasEvaluation ? (
        <RuledTableCell isEnd className="h-[34px]">
          {evaluation === null ? (
            <Unknown />
          ) : evaluation.mean === null ? (
            <span className="text-ink-3">{evaluation.state}</span>
          ) : evaluation.call_id === null ? (
            formatScore(evaluation.mean)
          ) : (
            <Link
              href={`/${slug}/evaluations/${encodeURIComponent(evaluation.call_id)}`}
              className="text-accent-text hover:underline"
            >
              {formatScore(evaluation.mean)}
            </Link>
          )}
        </RuledTableCell>
      ) : null}
      <RuledTableCell isEnd className="h-[34px]">
        {one.tokens === null ? <Unknown /> : formatTokens(one.tokens)}
      </RuledTableCell>
      <RuledTableCell isEnd className="h-[34px]">
        {one.cost_usd === null ? <Unknown /> : formatTotalCost(one.cost_usd)}
      </RuledTableCell>
      <RuledTableCell isEnd className="h-[34px]">
        {seconds(one.sampling_seconds)}
      </RuledTableCell>
      <RuledTableCell isEnd className="h-[34px]">
        {seconds(one.training_seconds)}
      </RuledTableCell>
      <RuledTableCell isEnd className="h-[34px]">
        <span className="inline-flex items-center gap-3">
          {job === null ? null : (
            <Link href={job} className="text-accent-text hover:underline">
              Job
            </Link>
          )}
          {step === null || run.model === null ? null : (
            <Link
              href={`/${slug}/playground?${new URLSearchParams({ model: `${run.model.address}:step${step}` })}`}
              className="text-accent-text hover:underline"
            >
              Step {formatCount(step)}
            </Link>
          )}
          {job === null ? null : (
            <Link href={`${job}/rollouts`} className="text-accent-text hover:underline">
              Rollouts
            </Link>
          )}
          <button
            type="button"
            className="text-accent-text hover:underline"
            aria-label={`Compare iteration ${iteration} with the first`}
            onClick={() => onCompare(iteration)}
          >
            Compare
          </button>
        </span>
      </RuledTableCell>
    </tr>
  );
}
