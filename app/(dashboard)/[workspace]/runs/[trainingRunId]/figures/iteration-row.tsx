import { Unknown } from "@/components/table/cells";
import { RuledTableCell } from "@/components/training/lists/ruled-table";
import { Link } from "@/components/ui/link";
import type { TrainingIteration, TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { formatScore } from "@/lib/evaluation/runs/format-score";
import { partWords } from "@/lib/evaluation/runs/row-words";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatTotalCost } from "@/lib/format/money";
import { formatTokens } from "@/lib/format/tokens";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import { iterationStateWords } from "@/lib/training/runs/run-words";
import { IterationLinks } from "./iteration-links";

const MS_PER_SECOND = 1000;

type IterationRowProps = {
  slug: string;
  run: TrainingRunDetail;
  iteration: TrainingIteration;
  hasEvaluation: boolean;
  onCompare: (iteration: number) => void;
};

const answeredText = ({ state, rollouts_planned: planned }: TrainingIteration, answered: number) =>
  answered < planned && state === "sampling"
    ? `${formatCount(answered)} of ${formatCount(planned)}`
    : formatCount(answered);

const seconds = (value: number | null) => (value === null ? <Unknown /> : formatDuration(value * MS_PER_SECOND));

/** An iteration with its figures, its job, its checkpoint and its rollouts. */
export function IterationRow({ slug, run, iteration: one, hasEvaluation, onCompare }: IterationRowProps) {
  const { iteration, state, problem, from_step: from, reward, errors, evaluation } = one;
  const unlabeled = one.unlabeled ?? 0;
  const answered = one.rollouts + unlabeled;
  // A program that logs metrics alone says nothing of its rollouts.
  const hasRollouts = run.source === "service" || answered + errors + one.groups > 0;
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
        {hasRollouts ? `${formatCount(one.groups_with_signal)} of ${formatCount(one.groups)}` : <Unknown />}
      </RuledTableCell>
      <RuledTableCell isEnd className="h-[34px]">
        {hasRollouts ? answeredText(one, answered) : <Unknown />}
        {unlabeled > 0 ? (
          <span className="ml-1 text-micro text-ink-3">{formatCount(unlabeled)} without a label</span>
        ) : null}
        {errors > 0 ? <span className="ml-1 text-micro text-err">{formatCount(errors)} failed</span> : null}
      </RuledTableCell>
      {hasEvaluation ? (
        <RuledTableCell isEnd className="h-[34px]">
          <EvaluationOfIteration slug={slug} evaluation={evaluation} />
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
        <IterationLinks slug={slug} run={run} iteration={one} onCompare={hasRollouts ? onCompare : null} />
      </RuledTableCell>
    </tr>
  );
}

type EvaluationOfIterationProps = { slug: string; evaluation: TrainingIteration["evaluation"] };

/** The score of the iteration's checkpoint; its state while there is no score. */
function EvaluationOfIteration({ slug, evaluation }: EvaluationOfIterationProps) {
  if (evaluation === null) return <Unknown />;
  if (evaluation.mean === null) return <span className="text-ink-3">{evaluation.state}</span>;
  const { part, example_count: count } = evaluation;
  const rows = count == null ? undefined : partWords(part ?? "all", count);
  if (evaluation.call_id === null) return <span title={rows}>{formatScore(evaluation.mean)}</span>;
  return (
    <Link
      href={`/${slug}/evaluations/${encodeURIComponent(evaluation.call_id)}`}
      title={rows}
      className="text-accent-text hover:underline"
    >
      {formatScore(evaluation.mean)}
      {count == null ? null : (
        <span className="text-micro text-ink-3">
          {" "}
          n {formatCount(count)}
          {part === "held_out" ? " held out" : ""}
        </span>
      )}
    </Link>
  );
}
