import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import { evaluationCompareQuery, evaluationCompareResult } from "./comparison";
import { evaluationFiguresQuery, evaluationFiguresResult } from "./figures";
import { evaluationResults, evaluationResultsQuery } from "./results";
import { evaluationsQuery, evaluationsResult } from "./runs";
import { sliceComparisonQuery, sliceComparisonResult } from "./slice-comparison";
import { evaluationSlicesQuery, evaluationSlicesResult } from "./slices";
import { evaluationValuesQuery, evaluationValuesResult } from "./values";

const PROJECT = "demo/airline";
const RUN = "0199a7c2-6b1e-7f4a-8c3d-5e2f1a0b9c8d";
const OTHER_RUN = "0199a7c2-6b1e-7f4a-8c3d-5e2f1a0b9c8e";
const DIGEST = "9f2c81aXbYcZd0e1f2g3h4i5j6k7l8m9n0o1p2q3r4s";

const interval = { low: 0.539, high: 0.661 };
const comparison = {
  examples: 50,
  difference: 0.02,
  interval: { low: -0.023, high: 0.063 },
  interval_method: "resampled",
  p: 0.42,
  test: "sign-flip",
  higher: 11,
  same: 32,
  lower: 7,
  verdict: "no-difference-shown",
  needed_examples: null,
  detectable_difference: 0.06,
};
const passAt = [{ k: 1, any: 0.6, all: 0.6, examples: 50 }];

export const evaluationOperations = {
  "evaluations.query": defineOperation({
    id: "evaluations.query",
    title: "Evaluations",
    summary:
      "Lists the runs of evaluations, newest first, with model, dataset, state and progress; from every client that logs them.",
    path: "/evaluations/query",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: evaluationsQuery },
    result: { kind: "json", schema: evaluationsResult },
    standing: "extension",
    gaps: ["evaluations"],
    example: {
      body: { project_id: PROJECT, limit: 50 },
      result: {
        runs: [
          {
            id: RUN,
            trace_id: RUN,
            name: "Sweep 20 Nov",
            state: "finished",
            started_at: "2026-11-20T14:00:00Z",
            ended_at: "2026-11-20T14:12:00Z",
            last_activity_at: null,
            exception: null,
            evaluation_ref: `weave:///${PROJECT}/object/airline-tasks-evaluation:${DIGEST}`,
            evaluation_id: "airline-tasks-evaluation",
            model_ref: `weave:///${PROJECT}/object/airline-agent-14b:${DIGEST}`,
            model_name: "airline-agent-14b",
            dataset_ref: `weave:///${PROJECT}/object/airline-tasks:${DIGEST}`,
            dataset_name: "airline-tasks",
            dataset_version: 14,
            dataset_key: "4de2",
            dataset_state: "stored",
            dataset_row_count: 50,
            trials: 4,
            ended_trial_count: 200,
            expected_trial_count: 200,
            writer: "evaluation",
            scorer_refs: [],
            source_run_id: null,
            user_id: null,
          },
        ],
        total_count: 1,
      },
    },
  }),
  "evaluations.figures": defineOperation({
    id: "evaluations.figures",
    title: "Figures of evaluations",
    summary:
      "Returns scores with intervals, distributions, latency, tokens and cost of runs, computed from their trials, and the change against other runs on the same examples.",
    path: "/evaluations/figures",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: evaluationFiguresQuery },
    result: { kind: "json", schema: evaluationFiguresResult },
    standing: "extension",
    gaps: ["evaluations"],
    example: {
      body: { project_id: PROJECT, runs: [{ id: RUN, against_id: OTHER_RUN }] },
      result: {
        runs: [
          {
            run_id: RUN,
            against_id: OTHER_RUN,
            example_count: 50,
            trial_count: 200,
            running_count: 0,
            error_count: 2,
            scorer_failure_count: 0,
            trials_per_example: { minimum: 4, maximum: 4 },
            latency_ms: { p50: 59100, p99: 141000, mean: 63000 },
            total_tokens: 24600000,
            cost_usd: 0.27,
            run_tokens: 24900000,
            run_cost_usd: 0.46,
            scores: [
              {
                id: "db_match",
                scorer: "db_match",
                kind: "boolean",
                mean: 0.6,
                interval,
                interval_method: "resampled",
                example_count: 50,
                trial_count: 200,
                missing_count: 0,
                failure_count: 0,
                minimum: 0,
                maximum: 1,
                deviation_within: 0.2,
                deviation_between: 0.4,
                bins: [80, 0, 0, 0, 0, 0, 0, 0, 0, 120],
                bin_start: 0,
                bin_end: 1,
                values: [],
                passes: [{ trials: 4, passes: 4, examples: 18 }],
                pass_at: passAt,
                flaky_count: 22,
                logged: 0.6,
                logged_differs: false,
                change: comparison,
              },
            ],
            logged_summary: { db_match: { true_count: 120, true_fraction: 0.6 } },
          },
        ],
      },
    },
  }),
  "evaluations.results": defineOperation({
    id: "evaluations.results",
    title: "Results of evaluations",
    summary:
      "Returns the examples of one to six runs side by side, with the trials of each, filtered, sorted and paged by the service.",
    path: "/evaluations/results",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: evaluationResultsQuery },
    result: { kind: "json", schema: evaluationResults },
    standing: "extension",
    gaps: ["evaluations"],
    example: {
      body: { project_id: PROJECT, run_ids: [RUN], score: "db_match", show: "disagreeing" },
      result: {
        rows: [
          {
            key: DIGEST,
            digest: DIGEST,
            position: 16,
            example: '{"instruction":"Move me to the earliest nonstop"}',
            example_length: 50,
            runs: [
              {
                value: 1,
                change: null,
                trials: [
                  {
                    call_id: OTHER_RUN,
                    model_call_id: null,
                    state: "answered",
                    latency_ms: 72000,
                    total_tokens: 128000,
                    cost_usd: 0.0014,
                    scores: { db_match: true },
                    failed_scores: [],
                    output: '"HAT156 kept"',
                    output_length: 13,
                  },
                ],
              },
            ],
          },
        ],
        total_count: 1,
        counts: { all: 50, failing: 32, disagreeing: 22, errors: 2, slow: 5, missing: 0 },
        shared_count: 50,
        only_counts: [0],
        scores: [{ id: "db_match", scorer: "db_match", kind: "boolean" }],
        members: ["instruction"],
        model_inputs: ["instruction"],
      },
    },
  }),
  "evaluations.values": defineOperation({
    id: "evaluations.values",
    title: "Values of evaluations",
    summary: "Returns one score of all examples of one to six runs in columns, without texts.",
    path: "/evaluations/values",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: evaluationValuesQuery },
    result: { kind: "json", schema: evaluationValuesResult },
    standing: "extension",
    gaps: ["evaluations"],
    example: {
      body: { project_id: PROJECT, run_ids: [RUN, OTHER_RUN], score: "db_match" },
      result: { keys: [DIGEST], positions: [16], values: [[0.75], [1]] },
    },
  }),
  "evaluations.compare": defineOperation({
    id: "evaluations.compare",
    title: "Comparison of evaluations",
    summary:
      "Compares two to six runs with the first on the examples they share: paired differences with intervals and tests, wins, ties and losses.",
    path: "/evaluations/compare",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: evaluationCompareQuery },
    result: { kind: "json", schema: evaluationCompareResult },
    standing: "extension",
    gaps: ["evaluations"],
    example: {
      body: { project_id: PROJECT, run_ids: [RUN, OTHER_RUN] },
      result: {
        shared_count: 50,
        example_counts: [50, 50],
        runs: [
          {
            run_id: OTHER_RUN,
            paired_count: 50,
            scores: [
              {
                id: "db_match",
                mean: 0.6,
                interval,
                comparison: { ...comparison, holm_p: 0.84, win_share: 0.54 },
                pass_at: passAt,
              },
            ],
          },
        ],
        warnings: [],
      },
    },
  }),
  "evaluations.slices": defineOperation({
    id: "evaluations.slices",
    title: "Slices of an evaluation",
    summary: "Returns one score of a run by the values of a member of its examples.",
    path: "/evaluations/slices",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: evaluationSlicesQuery },
    result: { kind: "json", schema: evaluationSlicesResult },
    standing: "extension",
    gaps: ["evaluations"],
    example: {
      body: { project_id: PROJECT, run_id: RUN, score: "db_match", path: "task_type" },
      result: {
        path: "task_type",
        paths: [{ path: "task_type", value_count: 8 }],
        mean: 0.6,
        values: [{ value: "baggage", examples: 12, mean: 0.79, interval, is_within_noise: false }],
        other_count: 0,
      },
    },
  }),
  "evaluations.compareSlices": defineOperation({
    id: "evaluations.compareSlices",
    title: "Comparison of two slices",
    summary:
      "Compares two slices of the examples in each score of one to six runs: means with intervals, and the difference of the slices, which share no row.",
    path: "/evaluations/compare_slices",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: sliceComparisonQuery },
    result: { kind: "json", schema: sliceComparisonResult },
    standing: "extension",
    gaps: ["evaluations"],
    example: {
      body: { project_id: PROJECT, run_ids: [RUN, OTHER_RUN], path: "split", values: ["train", "test"] },
      result: {
        path: "split",
        slices: [
          { value: "train", rows: 80, trained: 80 },
          { value: "test", rows: 70, trained: 0 },
        ],
        runs: [
          {
            run_id: RUN,
            scores: [
              {
                id: "db_match",
                kind: "boolean",
                slices: [
                  {
                    rows: 80,
                    examples: 80,
                    mean: 0.6,
                    interval: { low: 0.4905, high: 0.7004 },
                    interval_method: "wilson",
                  },
                  {
                    rows: 70,
                    examples: 70,
                    mean: 0.8,
                    interval: { low: 0.6918, high: 0.877 },
                    interval_method: "wilson",
                  },
                ],
                change: {
                  difference: 0.2,
                  interval: { low: 0.0524, high: 0.3339 },
                  p: 0.0125,
                  holm_p: 0.0125,
                  test: "fisher",
                  verdict: "higher",
                  detectable_difference: 0.205,
                },
              },
            ],
          },
        ],
      },
    },
  }),
};
