import { z } from "zod";
import type { RolloutGroup, TrainingIteration, TrainingRun } from "@/lib/api/contract/training-runs/training-runs";
import { fitRows, oneLine } from "@/lib/api/server/mcp/answer/bounded-text";
import { ToolError } from "@/lib/api/server/mcp/answer/tool-error";
import type { OpenWorkspace } from "@/lib/api/server/mcp/service/agent-reader";
import { formatCount } from "@/lib/format/count";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import { cutOutput, footText, workspaceInput } from "./shared-input";
import { defineTool, type ToolAnswer } from "./tool";
import { needing, unlessUnsupported } from "./unsupported";

const runRow = z.object({
  run_id: z.string(),
  name: z.string(),
  source: z.string().describe("service, client (jobs of a program), or log (trained elsewhere)."),
  state: z.string(),
  reason: z.string().nullable(),
  model: z.string().nullable(),
  created_at: z.string(),
  iterations_done: z.number(),
  iterations_planned: z.number().nullable(),
  last_reward: z.number().nullable(),
  verdict: z.string().describe("What the rewards show, in words."),
});

const iterationRow = z.object({
  iteration: z.number(),
  state: z.string(),
  reward: z.number().nullable(),
  reward_low: z.number().nullable(),
  reward_high: z.number().nullable(),
  rollouts: z.number(),
  groups_with_signal: z.number().describe("Groups whose rewards are not all equal: only these are learned from."),
  groups: z.number(),
  errors: z.number(),
  checkpoint_step: z.number().nullable(),
  metrics: z.record(z.string(), z.number()),
  problem: z.string().nullable(),
});

const rolloutRow = z.object({
  task: z.number().nullable(),
  rollout: z.number(),
  title: z.string().nullable().describe("The beginning of the request."),
  answer: z.string().nullable(),
  reward: z.number().nullable(),
  call_id: z.string().nullable(),
  error: z.string().nullable(),
});

const output = z.object({
  runs: z.array(runRow),
  iterations: z.array(iterationRow).describe("Of the run that was read, the newest last."),
  rollouts: z.array(rolloutRow).describe("Of the iteration that was read."),
  next_offset: z.number().nullable(),
  url: z.string(),
  cut: cutOutput,
});

type Output = z.input<typeof output>;

const NOTHING = { runs: [], iterations: [], rollouts: [], next_offset: null };

function rowOf(run: TrainingRun): z.infer<typeof runRow> {
  return {
    run_id: run.id,
    name: oneLine(run.name, 200),
    source: run.source,
    state: run.state,
    reason: run.reason === null ? null : oneLine(run.reason, 600),
    model: run.model?.name ?? run.logged_model ?? null,
    created_at: run.created_at,
    iterations_done: run.iterations_done,
    iterations_planned: run.iterations_planned,
    last_reward: run.rewards.findLast((mean) => mean !== null) ?? null,
    verdict: oneLine(run.verdict.sentence, 600),
  };
}

const rewardText = (value: number | null) => (value === null ? "unknown" : formatMetric("reward", value));

function runText(run: z.infer<typeof runRow>): string {
  const planned = run.iterations_planned === null ? "" : ` of ${run.iterations_planned}`;
  const reason = run.reason === null ? "" : ` (${run.reason})`;
  return `${run.created_at}  ${run.state}${reason}  ${run.run_id}  ${run.name}, ${run.iterations_done}${planned} iterations, last reward ${rewardText(run.last_reward)}\n  ${run.verdict}`;
}

/** The runs of all three kinds; a service that lacks one of them has none. */
async function listRuns(
  { service, projectId, slug, pageUrl }: OpenWorkspace,
  limit: number,
): Promise<ToolAnswer<Output>> {
  const body = { project_id: projectId, limit, max_rewards: 3 };
  const own = await needing(
    "trainingRuns.list",
    "The tool training lists jobs.",
    service.call("trainingRuns.list", { body }),
  );
  const others = await Promise.all([
    unlessUnsupported(service.call("trainingRuns.logged", { body })),
    unlessUnsupported(service.call("trainingRuns.ofModels", { body })),
  ]);
  const pages = [own, ...others.filter((page) => page !== null)];
  const all = pages
    .flatMap(({ runs }) => runs.map(rowOf))
    .sort((left, right) => right.created_at.localeCompare(left.created_at));
  const { rows } = fitRows(all.slice(0, limit));
  const isCut = rows.length < all.length || pages.some((page) => page.has_more);
  const cut = isCut ? ["There are older runs: see the page, or pass a larger limit."] : [];
  const url = pageUrl(`/${slug}/runs`);
  const text = (rows.length === 0 ? "No training runs." : rows.map(runText).join("\n")) + footText(cut, url);
  return { text, data: { ...NOTHING, runs: [...rows], url, cut } };
}

function iterationOf(iteration: TrainingIteration): z.infer<typeof iterationRow> {
  const { reward, problem } = iteration;
  return {
    iteration: iteration.iteration,
    state: iteration.state,
    reward: reward.mean,
    reward_low: reward.low,
    reward_high: reward.high,
    rollouts: iteration.rollouts,
    groups_with_signal: iteration.groups_with_signal,
    groups: iteration.groups,
    errors: iteration.errors,
    checkpoint_step: iteration.step,
    metrics: { ...iteration.metrics },
    problem: problem === null ? null : oneLine(problem, 600),
  };
}

function iterationText(row: z.infer<typeof iterationRow>): string {
  const metrics = Object.entries(row.metrics).map(([name, value]) => `${name} ${formatMetric(name, value)}`);
  const problem = row.problem === null ? "" : `; ${row.problem}`;
  return `iteration ${row.iteration}  ${row.state}  reward ${rewardText(row.reward)}, ${formatCount(row.rollouts)} rollouts, ${row.groups_with_signal} of ${row.groups} groups with signal${metrics.length === 0 ? "" : `, ${metrics.join(", ")}`}${problem}`;
}

interface ReadInput {
  readonly runId: string;
  readonly limit: number;
}

async function readRun(
  { service, projectId, slug, pageUrl }: OpenWorkspace,
  { runId, limit }: ReadInput,
): Promise<ToolAnswer<Output>> {
  const body = { project_id: projectId, run_id: runId, newest: limit, max_rewards: 3 };
  const run = await needing(
    "trainingRuns.read",
    "The tool training reads the jobs.",
    service.call("trainingRuns.read", { body }),
  );
  // From the newest on, so that those stay.
  const { rows } = fitRows(run.iterations.map(iterationOf).toReversed());
  const iterations = rows.toReversed();
  const isCut = run.iterations_done > iterations.length;
  const cut = isCut ? [`${formatCount(run.iterations_done)} iterations are done: pass a larger limit.`] : [];
  const url = pageUrl(`/${slug}/runs/${encodeURIComponent(runId)}`);
  const row = rowOf(run);
  const text = [runText(row), ...iterations.map(iterationText)].join("\n") + footText(cut, url);
  return { text, data: { ...NOTHING, runs: [row], iterations, url, cut } };
}

function rolloutsOf({ task, title, rollouts }: RolloutGroup): z.infer<typeof rolloutRow>[] {
  return rollouts.map(({ rollout, answer, reward, call_id: callId, error }) => ({
    task,
    rollout,
    title: title === null ? null : oneLine(title, 300),
    answer: answer === null ? null : oneLine(answer, 1_000),
    reward,
    call_id: callId,
    error: error === null ? null : oneLine(error, 300),
  }));
}

async function readRollouts(
  { service, projectId, slug, pageUrl }: OpenWorkspace,
  { runId, limit, iteration, offset }: ReadInput & { readonly iteration: number; readonly offset: number },
): Promise<ToolAnswer<Output>> {
  const body = { project_id: projectId, run_id: runId, iteration, limit, offset };
  const page = await needing(
    "trainingRuns.rollouts",
    "find_calls still finds calls of rollouts (source:training).",
    service.call("trainingRuns.rollouts", { body }),
  );
  const fitting = fitRows(page.groups.map(rolloutsOf));
  const rollouts = fitting.rows.flat();
  const end = offset + fitting.rows.length;
  const nextOffset = end < page.total_groups ? end : null;
  const cut =
    nextOffset === null ? [] : [`${formatCount(page.total_groups - end)} more groups: pass offset ${nextOffset}.`];
  const url = pageUrl(`/${slug}/runs/${encodeURIComponent(runId)}`);
  const lines = rollouts.map(
    ({ task, rollout, reward, title, answer, call_id: callId, error }) =>
      `task ${task ?? "?"} rollout ${rollout}  reward ${rewardText(reward)}  ${title ?? ""} → ${error === null ? (answer ?? "no answer") : `failed: ${error}`}${callId === null ? "" : `  (call ${callId})`}`,
  );
  const text = [`Iteration ${page.iteration}, ${formatCount(page.total_groups)} groups.`, ...lines].join("\n");
  return { text: text + footText(cut, url), data: { ...NOTHING, rollouts, next_offset: nextOffset, url, cut } };
}

export const trainingRunsTool = defineTool({
  name: "training_runs",
  title: "Training runs and rollouts",
  description:
    "Loops of reinforcement learning. Without run_id: the runs with what their rewards show. With run_id: its newest iterations with rewards and metrics. With iteration too: the rollouts of that iteration, group by group.",
  input: z.strictObject({
    workspace: workspaceInput,
    run_id: z.string().min(1).max(128).optional(),
    iteration: z.number().int().min(1).max(1_000_000).optional(),
    limit: z.number().int().min(1).max(100).default(20).describe("Runs, iterations, or groups of rollouts."),
    offset: z.number().int().min(0).max(1_000_000).default(0).describe("Of the groups of rollouts."),
  }),
  output,
  operations: [
    "trainingRuns.list",
    "trainingRuns.logged",
    "trainingRuns.ofModels",
    "trainingRuns.read",
    "trainingRuns.rollouts",
  ],
  run: async ({ workspace: name, run_id: runId, iteration, limit, offset }, reader) => {
    if (iteration !== undefined && runId === undefined) throw new ToolError("iteration needs run_id.");
    const workspace = await reader.open(name);
    if (runId === undefined) return await listRuns(workspace, limit);
    if (iteration === undefined) return await readRun(workspace, { runId, limit });
    return await readRollouts(workspace, { runId, limit, iteration, offset });
  },
});
