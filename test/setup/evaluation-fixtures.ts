import type { EvaluationFigures, ScoreFigures } from "@/lib/api/contract/evaluations/figures";
import type { EvaluationResultRow, EvaluationResults } from "@/lib/api/contract/evaluations/results";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import type { EvaluationComparison } from "@/lib/api/contract/evaluations/statistics";

/** A finished run; a test states what differs. */
export const evaluationRun = (given: Partial<EvaluationRun> = {}): EvaluationRun => ({
  id: "r1",
  trace_id: "t1",
  name: "Sweep",
  state: "finished",
  started_at: "2026-11-20T10:00:00Z",
  ended_at: "2026-11-20T10:10:00Z",
  last_activity_at: null,
  exception: null,
  evaluation_ref: null,
  evaluation_id: "tasks-evaluation",
  model_ref: null,
  model_name: "agent",
  dataset_ref: null,
  dataset_name: "tasks",
  dataset_key: "d1",
  dataset_state: "stored",
  dataset_row_count: 50,
  trials: 2,
  ended_trial_count: 100,
  expected_trial_count: 100,
  writer: "evaluation",
  scorer_refs: [],
  source_run_id: null,
  user_id: null,
  ...given,
});

export const comparison = (given: Partial<EvaluationComparison> = {}): EvaluationComparison => ({
  examples: 50,
  difference: 0.1,
  interval: { low: 0.05, high: 0.15 },
  p: 0.01,
  test: "sign-flip",
  higher: 10,
  same: 35,
  lower: 5,
  verdict: "higher",
  needed_examples: null,
  detectable_difference: null,
  ...given,
});

export const scoreFigures = (given: Partial<ScoreFigures> = {}): ScoreFigures => ({
  id: "exact",
  scorer: "exact",
  kind: "boolean",
  mean: 0.6,
  interval: { low: 0.5, high: 0.7 },
  interval_method: "resampled",
  example_count: 50,
  trial_count: 100,
  missing_count: 0,
  failure_count: 0,
  minimum: 0,
  maximum: 1,
  deviation_within: 0.2,
  deviation_between: 0.4,
  bins: [40, 0, 0, 0, 0, 0, 0, 0, 0, 60],
  bin_start: 0,
  bin_end: 1,
  values: [],
  passes: [
    { trials: 2, passes: 0, examples: 15 },
    { trials: 2, passes: 1, examples: 10 },
    { trials: 2, passes: 2, examples: 25 },
  ],
  pass_at: [
    { k: 1, any: 0.6, all: 0.6, examples: 50 },
    { k: 2, any: 0.7, all: 0.5, examples: 50 },
  ],
  flaky_count: 10,
  logged: null,
  logged_differs: false,
  change: null,
  ...given,
});

export const evaluationFigures = (given: Partial<EvaluationFigures> = {}): EvaluationFigures => ({
  run_id: "r1",
  against_id: null,
  example_count: 50,
  trial_count: 100,
  running_count: 0,
  error_count: 2,
  scorer_failure_count: 0,
  trials_per_example: { minimum: 2, maximum: 2 },
  latency_ms: { p50: 1200, p99: 3000, mean: 1300 },
  total_tokens: 50_000,
  cost_usd: 0.27,
  run_tokens: null,
  run_cost_usd: null,
  scores: [scoreFigures()],
  logged_summary: null,
  ...given,
});

/** An example with two trials of each run: the first passes as given, the second always. */
export const resultRow = (index: number, passes: readonly boolean[]): EvaluationResultRow => {
  const example = JSON.stringify({ question: `Question ${index}`, expected: `Answer ${index}` });
  return {
    key: `k${index}`,
    digest: `digest${index}`.padEnd(43, "0"),
    position: index,
    example,
    example_length: example.length,
    runs: passes.map((pass, run) => ({
      value: pass ? 1 : 0.5,
      change: run === 0 ? null : Number(pass) / 2 - Number(passes[0]) / 2,
      trials: [pass, true].map((passed, trial) => ({
        call_id: `c${index}-${run}-${trial}`,
        model_call_id: `m${index}-${run}-${trial}`,
        state: "answered" as const,
        latency_ms: 1000,
        total_tokens: 500,
        cost_usd: 0.001,
        scores: { exact: passed },
        failed_scores: [],
        output: JSON.stringify(passed ? `Answer ${index}` : `Wrong answer ${index}`),
        output_length: passed ? `Answer ${index}`.length + 2 : `Wrong answer ${index}`.length + 2,
      })),
    })),
  };
};

export const evaluationResults = (rows: readonly EvaluationResultRow[]): EvaluationResults => ({
  rows: [...rows],
  total_count: rows.length,
  counts: {
    all: rows.length,
    failing: 1,
    disagreeing: 1,
    errors: 0,
    slow: 0,
    missing: 0,
    worse: 1,
    better: 1,
    same: 0,
    unshared: 0,
  },
  shared_count: rows.length,
  only_counts: rows[0]?.runs.map(() => 0) ?? [],
  scores: [{ id: "exact", scorer: "exact", kind: "boolean" }],
  members: ["question", "expected"],
  model_inputs: ["question"],
});
