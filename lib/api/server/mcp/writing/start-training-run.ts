import { z } from "zod";
import type { ResultOf } from "@/lib/api/contract/operations";
import type { TrainingRunSettings } from "@/lib/api/contract/training-runs/training-run-settings";
import type { TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { ToolError } from "@/lib/api/server/mcp/answer/tool-error";
import type { OpenWorkspace } from "@/lib/api/server/mcp/service/agent-reader";
import { footText, workspaceInput } from "@/lib/api/server/mcp/tools/shared-input";
import { defineTool } from "@/lib/api/server/mcp/tools/tool";
import { needing } from "@/lib/api/server/mcp/tools/unsupported";
import { formatCount } from "@/lib/format/count";
import { planEnd, plannedRunOutput, spendingText } from "./planned-run";
import { planFor, requirePlan } from "./shown-plan";

const INSTEAD = "Runs of programs are read with the tool training_runs.";
const MAX_SEARCHED = 200;

const input = z.strictObject({
  workspace: workspaceInput,
  run: z
    .string()
    .min(1)
    .max(128)
    .describe(
      "The name or id of a training run of the service, whose settings are used again. It continues its model.",
    ),
  fork_as: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .describe("Trains a new model of this name, from a checkpoint, and leaves the model of the run as it is."),
  fork_step: z.number().int().min(0).optional().describe("The checkpoint of fork_as; the newest one when absent."),
  iterations: z.number().int().min(1).max(1000).optional(),
  group_size: z.number().int().min(2).max(64).optional().describe("Rollouts of each task."),
  learning_rate: z.number().positive().max(1).optional(),
  name: z.string().min(1).max(128).optional().describe("Of the new run; that of the earlier one when absent."),
  max_cost_usd: z.number().positive().max(10_000).describe("It pauses before more than this is spent."),
  max_minutes: z.number().positive().max(10_000).describe("It pauses after this time."),
  plan: z.string().max(100).optional().describe("As the first answer returned it: starts what that answer showed."),
});

type Input = z.output<typeof input>;

/** Finds a run of the service by its id, or the newest one of a name. @throws ToolError */
async function findRun({ service, projectId }: OpenWorkspace, wanted: string): Promise<TrainingRunDetail> {
  const list = service.call("trainingRuns.list", { body: { project_id: projectId, limit: MAX_SEARCHED } });
  const { runs } = await needing("trainingRuns.list", INSTEAD, list);
  const own = runs.filter(({ source }) => source === "service");
  const found = own.find(({ id }) => id === wanted) ?? own.find(({ name }) => name === wanted);
  if (found === undefined) {
    const names = [...new Set(own.map(({ name }) => name))].slice(0, 20).join(", ");
    throw new ToolError(`The service had no run ${JSON.stringify(wanted)} lately. Available: ${names || "none"}.`);
  }
  return await service.call("trainingRuns.read", { body: { project_id: projectId, run_id: found.id } });
}

/** The model that the new run trains. @throws ToolError for a run whose model was deleted, or a step without a fork */
function modelOf({ model, settings }: TrainingRunDetail, wanted: Input): TrainingRunSettings["model"] {
  if (wanted.fork_step !== undefined && wanted.fork_as === undefined)
    throw new ToolError("fork_step is the checkpoint of fork_as, which is missing.");
  if (settings?.model.kind === "remote" && wanted.fork_as === undefined) return settings.model;
  if (model === null) throw new ToolError("The model of this run was deleted, or is on another service.");
  if (wanted.fork_as === undefined) return { kind: "existing", model_id: model.id };
  const step = wanted.fork_step ?? model.latest_step;
  if (step === null) throw new ToolError(`The model ${model.name} has no checkpoint yet.`);
  return { kind: "fork", name: wanted.fork_as, model_id: model.id, step };
}

/** @throws ToolError for a run that has no settings, or a model that cannot be trained */
function settingsOf(run: TrainingRunDetail, wanted: Input): TrainingRunSettings {
  const { settings } = run;
  if (settings === null) throw new ToolError(`The settings of ${run.name} are not known.`);
  const { iterations, group_size: groupSize, learning_rate: learningRate, name } = wanted;
  return {
    ...settings,
    name: name ?? settings.name,
    model: modelOf(run, wanted),
    group_size: groupSize ?? settings.group_size,
    iterations: iterations ?? settings.iterations,
    config: learningRate === undefined ? settings.config : { ...settings.config, learning_rate: learningRate },
    limits: { ...settings.limits, max_cost_usd: wanted.max_cost_usd, max_minutes: wanted.max_minutes },
  };
}

type Estimate = ResultOf<"trainingRuns.estimate">;

function modelText({ model }: TrainingRunSettings, run: TrainingRunDetail): string {
  const name = run.model?.name ?? run.logged_model ?? "the model";
  return model.kind === "fork" ? `${model.name}, new, from step ${model.step} of ${name}` : name;
}

function planText(settings: TrainingRunSettings, run: TrainingRunDetail, estimate: Estimate): string {
  const { name, iterations, group_size: groupSize, limits, reward, config } = settings;
  const rate = config.learning_rate == null ? "" : `, learning rate ${config.learning_rate}`;
  return [
    `Nothing was started. This would run "${name}" and train ${modelText(settings, run)}:`,
    `${formatCount(iterations)} iterations of ${formatCount(estimate.tasks_per_iteration)} tasks × ${groupSize} rollouts${rate}; reward: ${reward.scorers.map((scorer) => scorer.name).join(", ") || "labels of people"}`,
    `${spendingText(estimate)}; it pauses at ${limits.max_cost_usd} USD or after ${limits.max_minutes} min`,
    ...(estimate.labels ? [`People label ${formatCount(estimate.labels)} rollouts.`] : []),
    ...planEnd(estimate.unpriced_models),
  ].join("\n");
}

export const startTrainingRunTool = defineTool({
  name: "start_training_run",
  title: "Start a training run",
  description:
    "Trains again with the settings of an earlier run of the service: continues its model, or a copy of one of its checkpoints, within limits of cost and time. The first call starts nothing: it returns what would run and a plan, to be shown to the user. The second call, with that plan, starts it. Needs a key with write access of a user who is at least a member.",
  input,
  output: plannedRunOutput,
  operations: ["trainingRuns.list", "trainingRuns.read", "trainingRuns.estimate", "trainingRuns.start"],
  run: async (wanted, reader) => {
    const workspace = await reader.open(wanted.workspace);
    const { service, projectId, slug, pageUrl } = workspace;
    const before = await findRun(workspace, wanted.run);
    const settings = settingsOf(before, wanted);
    const body = { project_id: projectId, settings };
    const action = { tool: "start_training_run", ...body };
    if (wanted.plan !== undefined) requirePlan(reader, action, wanted.plan);
    const estimate = await service.call("trainingRuns.estimate", { body });
    const facts = { requests: estimate.requests, tokens: estimate.tokens, cost_usd: estimate.cost_usd, cut: [] };
    if (wanted.plan === undefined) {
      const data = { ...facts, plan: planFor(reader, action), run_id: null, url: pageUrl(`/${slug}/runs`) };
      return { text: `${planText(settings, before, estimate)}\nplan: ${data.plan}${footText([], data.url)}`, data };
    }
    const run = await service.call("trainingRuns.start", { body });
    const url = pageUrl(`/${slug}/runs/${encodeURIComponent(run.id)}`);
    const text = `Started ${run.name} (${run.id}): ${formatCount(settings.iterations)} iterations.${footText([], url)}`;
    return { text, data: { ...facts, plan: null, run_id: run.id, url } };
  },
});
