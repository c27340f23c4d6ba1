import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import type { TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { MISSING } from "@/lib/format/missing";
import { formatTotalCost } from "@/lib/format/money";
import { formatTokens } from "@/lib/format/tokens";
import { formatMetric } from "@/lib/training/metrics/format-metric";

interface RunFact {
  readonly label: string;
  readonly value: string;
  readonly title?: string;
}

const MS_PER_MINUTE = 60_000;

const of = (spent: string, limit: string | null) => (limit === null ? spent : `${spent} of ${limit}`);

/** The remaining time at the pace of the iterations so far; null where it is unknown. */
function leftMs({ state, iterations, iterations_planned: planned, iterations_done: done }: TrainingRunDetail) {
  const ended = iterations.flatMap(({ started_at: from, ended_at: to }) =>
    to === null ? [] : [Date.parse(to) - Date.parse(from)],
  );
  if (state !== "running" || planned === null || ended.length === 0 || planned <= done) return null;
  return ((planned - done) * ended.reduce((sum, ms) => sum + ms, 0)) / ended.length;
}

/** Returns the facts above the charts of a run; limits are shown beside the spending. */
export function runFacts(run: TrainingRunDetail): readonly RunFact[] {
  const { iterations, iterations_done: done, iterations_planned: planned, spent, limits, config } = run;
  const rewards = run.rewards.flatMap((reward) => reward ?? []);
  const [first, last] = [rewards[0], rewards.at(-1)];
  const newest = iterations.findLast(({ groups }) => groups > 0);
  const rate = plainNumber(config?.learning_rate);
  const left = leftMs(run);
  return [
    { label: "Iteration", value: of(formatCount(done), planned === null ? null : formatCount(planned)) },
    {
      label: "Reward, first to last",
      value:
        first === undefined || last === undefined
          ? MISSING
          : `${formatMetric("reward", first)} → ${formatMetric("reward", last)}`,
    },
    {
      label: "Groups with signal",
      value:
        newest === undefined ? MISSING : `${formatCount(newest.groups_with_signal)} of ${formatCount(newest.groups)}`,
      title: "Groups of the newest iteration whose rewards are not all equal",
    },
    {
      label: "Tokens",
      // A client or another program may not report the tokens of its rollouts, which does not mean zero.
      value:
        run.source !== "service" && spent.tokens === 0
          ? "unknown"
          : of(formatTokens(spent.tokens), limits.tokens === null ? null : formatTokens(limits.tokens)),
    },
    {
      label: "Cost",
      value: of(
        spent.cost_usd === null ? "unknown" : formatTotalCost(spent.cost_usd),
        limits.cost_usd === null ? null : formatTotalCost(limits.cost_usd),
      ),
    },
    {
      label: "Time",
      // The files of an imported run may not say.
      value: of(
        run.source === "log" && spent.minutes === 0 ? "unknown" : formatDuration(spent.minutes * MS_PER_MINUTE),
        limits.minutes === null ? null : formatDuration(limits.minutes * MS_PER_MINUTE),
      ),
      title: "Excluding pauses",
    },
    ...(left === null ? [] : [{ label: "Left", value: `about ${formatDuration(left)}` }]),
    ...(typeof rate === "number" ? [{ label: "Learning rate", value: formatMetric("learning_rate", rate) }] : []),
  ];
}
