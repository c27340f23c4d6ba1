import { z } from "zod";
import { resultFilterNames } from "@/lib/api/contract/evaluations/evaluation-limits";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import type { EvaluationComparison } from "@/lib/api/contract/evaluations/statistics";
import { fitRows, oneLine } from "@/lib/api/server/mcp/answer/bounded-text";
import { ToolError } from "@/lib/api/server/mcp/answer/tool-error";
import type { OpenWorkspace } from "@/lib/api/server/mcp/service/agent-reader";
import { formatCount } from "@/lib/format/count";
import { type ExamplesRequest, evaluationExample, examplesText, readExamples } from "./evaluation-examples";
import { cutOutput, footText, workspaceInput } from "./shared-input";
import { defineTool, type ToolAnswer } from "./tool";
import { needing } from "./unsupported";

const MAX_COMPARED = 6;
const MAX_LISTED = 50;

const runRow = z.object({
  run_id: z.string(),
  name: z.string(),
  state: z.string(),
  model: z.string(),
  dataset: z.string(),
  started_at: z.string(),
  trials_done: z.number(),
  trials_expected: z.number().nullable(),
  error: z.string().nullable(),
});

const scoreRow = z.object({
  run_id: z.string(),
  score: z.string(),
  mean: z.number().nullable(),
  low: z.number().nullable().describe("Of the 95 % interval."),
  high: z.number().nullable(),
  examples: z.number().nullable().describe("With a value."),
  missing: z.number().nullable().describe("Trials without a value; null in a comparison."),
  difference: z.number().nullable().describe("To the baseline, on the examples that both have."),
  difference_low: z.number().nullable(),
  difference_high: z.number().nullable(),
  verdict: z.string().nullable().describe("What the data show about the difference; null without a baseline."),
});

type ScoreRow = z.infer<typeof scoreRow>;

const output = z.object({
  runs: z.array(runRow),
  scores: z.array(scoreRow),
  examples: z.array(evaluationExample).describe("With show: the examples side by side, those that fell most first."),
  shared_examples: z.number().nullable().describe("Examples that all compared runs have."),
  warnings: z.array(z.string()).describe("Reasons to doubt a comparison."),
  next_offset: z.number().nullable(),
  url: z.string(),
  cut: cutOutput,
});

type Output = z.input<typeof output>;

const NOTHING = { runs: [], scores: [], examples: [], shared_examples: null, warnings: [], next_offset: null };

function rowOf(run: EvaluationRun): z.infer<typeof runRow> {
  return {
    run_id: run.id,
    name: oneLine(run.name, 200),
    state: run.state,
    model: oneLine(run.model_name, 200),
    dataset: oneLine(run.dataset_name, 200),
    started_at: run.started_at,
    trials_done: run.ended_trial_count,
    trials_expected: run.expected_trial_count,
    error: run.exception === null ? null : oneLine(run.exception, 600),
  };
}

const shown = (value: number | null) => (value === null ? "unknown" : String(Number(value.toPrecision(4))));

function scoreText({ run_id: run, score, mean, low, high, examples, ...row }: ScoreRow): string {
  const interval = low === null || high === null ? "" : ` (${shown(low)} to ${shown(high)})`;
  const counted = examples === null ? "" : `, ${formatCount(examples)} examples`;
  const missing =
    row.missing === null || row.missing === 0 ? "" : `, ${formatCount(row.missing)} trials without a value`;
  const range =
    row.difference_low === null || row.difference_high === null
      ? ""
      : ` (${shown(row.difference_low)} to ${shown(row.difference_high)})`;
  const against = row.verdict === null ? "" : `; against the baseline ${shown(row.difference)}${range}: ${row.verdict}`;
  return `${run}  ${score}: mean ${shown(mean)}${interval}${counted}${missing}${against}`;
}

const differenceOf = (comparison: EvaluationComparison | null) => ({
  difference: comparison?.difference ?? null,
  difference_low: comparison?.interval?.low ?? null,
  difference_high: comparison?.interval?.high ?? null,
  verdict: comparison?.verdict ?? null,
});

interface ListInput {
  readonly limit: number;
  readonly offset: number;
}

async function listRuns(workspace: OpenWorkspace, { limit, offset }: ListInput): Promise<ToolAnswer<Output>> {
  const body = { project_id: workspace.projectId, limit, offset };
  const page = await needing(
    "evaluations.query",
    "find_calls still finds their calls.",
    workspace.service.call("evaluations.query", { body }),
  );
  const { rows } = fitRows(page.runs.map(rowOf));
  const end = offset + rows.length;
  const nextOffset = end < page.total_count ? end : null;
  const cut =
    nextOffset === null ? [] : [`${formatCount(page.total_count - end)} more runs: pass offset ${nextOffset}.`];
  const url = workspace.pageUrl(`/${workspace.slug}/evaluations`);
  const lines = rows.map(
    (run) =>
      `${run.started_at}  ${run.state}  ${run.run_id}  ${run.name}: ${run.model} on ${run.dataset}, ${formatCount(run.trials_done)} trials${run.error === null ? "" : `\n  error: ${run.error}`}`,
  );
  const text = (lines.length === 0 ? "No evaluations." : lines.join("\n")) + footText(cut, url);
  return { text, data: { ...NOTHING, runs: [...rows], next_offset: nextOffset, url, cut } };
}

/** The answer about scores; those that do not fit are named. */
function scoresAnswer(
  head: string,
  all: readonly ScoreRow[],
  facts: Omit<Output, "scores" | "cut">,
): ToolAnswer<Output> {
  const { rows, omittedCount } = fitRows(all);
  const cut = omittedCount > 0 ? [`${formatCount(omittedCount)} more scores: see the page.`] : [];
  const warnings = facts.warnings.map((warning) => `Warning: ${warning}`);
  const text = [head, ...rows.map(scoreText), ...warnings].join("\n") + footText(cut, facts.url);
  return { text, data: { ...facts, scores: [...rows], cut } };
}

async function readRun(workspace: OpenWorkspace, runId: string): Promise<ToolAnswer<Output>> {
  const { service, projectId, slug } = workspace;
  const body = { project_id: projectId, runs: [{ id: runId }] };
  const instead = "find_calls still finds the calls of the evaluation.";
  const [figures, list] = await Promise.all([
    needing("evaluations.figures", instead, service.call("evaluations.figures", { body })),
    needing(
      "evaluations.query",
      instead,
      service.call("evaluations.query", { body: { project_id: projectId, run_ids: [runId] } }),
    ),
  ]);
  const [run] = figures.runs;
  const scores = (run?.scores ?? []).map((score) => ({
    run_id: runId,
    score: score.id,
    mean: score.mean,
    low: score.interval?.low ?? null,
    high: score.interval?.high ?? null,
    examples: score.example_count,
    missing: score.missing_count,
    ...differenceOf(null),
  }));
  const counts =
    run === undefined
      ? "No trials."
      : `${formatCount(run.example_count)} examples, ${formatCount(run.trial_count)} trials, ${formatCount(run.error_count)} without an answer.`;
  const url = workspace.pageUrl(`/${slug}/evaluations/${encodeURIComponent(runId)}`);
  return scoresAnswer(counts, scores, { ...NOTHING, runs: list.runs.map(rowOf), url });
}

async function compareRuns(workspace: OpenWorkspace, runIds: readonly string[]): Promise<ToolAnswer<Output>> {
  const { service, projectId, slug } = workspace;
  const body = { project_id: projectId, run_ids: [...runIds] };
  const compared = await needing(
    "evaluations.compare",
    "Read each run by itself.",
    service.call("evaluations.compare", { body }),
  );
  const scores = compared.runs.flatMap((run) =>
    run.scores.map((score) => ({
      run_id: run.run_id,
      score: score.id,
      mean: score.mean,
      low: score.interval?.low ?? null,
      high: score.interval?.high ?? null,
      examples: score.example_count ?? null,
      missing: null,
      ...differenceOf(score.comparison),
    })),
  );
  const url = workspace.pageUrl(`/${slug}/evaluations/compare?${new URLSearchParams({ runs: runIds.join(",") })}`);
  const { shared_count: shared, warnings } = compared;
  const head = `Baseline ${runIds[0]}; ${formatCount(shared)} examples are in all runs.`;
  return scoresAnswer(head, scores, { ...NOTHING, shared_examples: shared, warnings, url });
}

async function showExamples(workspace: OpenWorkspace, request: ExamplesRequest): Promise<ToolAnswer<Output>> {
  const read = await readExamples(workspace, request);
  const { examples, nextOffset } = read;
  const cut = nextOffset === null ? [] : [`There are more examples: pass offset ${nextOffset}.`];
  const { runIds } = request;
  const path = runIds.length > 1 ? `compare?${new URLSearchParams({ runs: runIds.join(",") })}` : (runIds[0] ?? "");
  const url = workspace.pageUrl(`/${workspace.slug}/evaluations/${path}`);
  const data = { ...NOTHING, examples: [...examples], next_offset: nextOffset, url, cut };
  return { text: examplesText(read) + footText(cut, url), data };
}

export const evaluationsTool = defineTool({
  name: "evaluations",
  title: "Evaluations and their differences",
  description:
    "Without run_ids: the runs of evaluations, newest first. With one: its scores with intervals. With two to six: the differences to the first, on the examples that both have, and whether the data show them. With show: the examples with their answers, scores and calls, by the score that is named.",
  input: z.strictObject({
    workspace: workspaceInput,
    run_ids: z.array(z.string().min(1).max(128)).max(MAX_COMPARED).default([]).describe("The first is the baseline."),
    show: z
      .enum(resultFilterNames)
      .optional()
      .describe("Examples of run_ids instead of figures; worse and better are those of the second run."),
    score: z.string().max(512).optional().describe("For show: the score that counts, as the figures name it."),
    limit: z.number().int().min(1).max(MAX_LISTED).default(20),
    offset: z.number().int().min(0).max(1_000_000).default(0),
  }),
  output,
  operations: ["evaluations.query", "evaluations.figures", "evaluations.compare", "evaluations.results"],
  run: async ({ workspace: name, run_ids: runIds, show, score, ...page }, reader) => {
    const workspace = await reader.open(name);
    const [only, another] = runIds;
    if (show !== undefined) {
      if (only === undefined) throw new ToolError("show needs run_ids.");
      return await showExamples(workspace, { runIds, show, score, ...page });
    }
    if (only === undefined) return await listRuns(workspace, page);
    return another === undefined ? await readRun(workspace, only) : await compareRuns(workspace, runIds);
  },
});
