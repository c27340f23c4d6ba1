import type { EvaluationFigures } from "@/lib/api/contract/evaluations/figures";
import { meanOf, quantileOf } from "@/lib/evaluation/statistics/intervals";
import { compareByDigest, wireComparison } from "./compare-scores";
import type { CountingRule } from "./example-values";
import type { RunTrials } from "./run-trials";
import { scoreFigures } from "./score-figures";

/** Returns the figures of a run, and its changes against another one on the examples that both have. */
export function runFigures(run: RunTrials, against: RunTrials | null, rule: CountingRule): EvaluationFigures {
  const perExample = [...run.byExample.values()].map(({ length }) => length);
  return {
    run_id: run.runId,
    against_id: against?.runId ?? null,
    example_count: run.byExample.size,
    trial_count: run.trials.length,
    running_count: run.trials.filter(({ state }) => state === "running").length,
    error_count: run.trials.filter(({ state }) => state === "failed").length,
    scorer_failure_count: run.trials.reduce((sum, { failedScorers }) => sum + failedScorers.length, 0),
    trials_per_example: {
      minimum: perExample.reduce((least, count) => Math.min(least, count), perExample[0] ?? 0),
      maximum: perExample.reduce((most, count) => Math.max(most, count), 0),
    },
    latency_ms: latencyOf(run),
    total_tokens: sumOf(run.trials.map(({ totalTokens }) => totalTokens)),
    cost_usd: sumOf(run.trials.map(({ costUsd }) => costUsd)),
    run_tokens: run.runTokens,
    run_cost_usd: run.runCostUsd,
    scores: run.columns.map((column) => {
      const change = against === null ? null : compareByDigest(run, against, column, rule);
      return { ...scoreFigures(run, column, rule), change: wireComparison(change) };
    }),
    logged_summary: run.loggedSummary ?? null,
  };
}

function latencyOf(run: RunTrials) {
  const times = run.trials.flatMap(({ latencyMs }) => latencyMs ?? []).sort((left, right) => left - right);
  if (times.length === 0) return null;
  return { p50: quantileOf(times, 0.5), p99: quantileOf(times, 0.99), mean: meanOf(times) };
}

/** Null where no trial has a value: an unknown cost is not 0. */
function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}
