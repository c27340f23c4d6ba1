import { z } from "zod";
import type { EvaluationRunDetail, EvaluationSettings } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import type { ResultOf } from "@/lib/api/contract/operations";
import { ToolError } from "@/lib/api/server/mcp/answer/tool-error";
import type { OpenWorkspace } from "@/lib/api/server/mcp/service/agent-reader";
import { footText, workspaceInput } from "@/lib/api/server/mcp/tools/shared-input";
import { defineTool } from "@/lib/api/server/mcp/tools/tool";
import { needing } from "@/lib/api/server/mcp/tools/unsupported";
import { formatCount } from "@/lib/format/count";
import { planEnd, plannedRunOutput, spendingText } from "./planned-run";
import { planFor, requirePlan } from "./shown-plan";

const INSTEAD = "Evaluations of programs are read with the tool evaluations.";
const MAX_SEARCHED = 200;

const input = z.strictObject({
  workspace: workspaceInput,
  evaluation: z
    .string()
    .min(1)
    .max(128)
    .describe("The name or id of an evaluation that the service ran before, whose settings are used again."),
  model: z.string().min(1).max(500).optional().describe("Evaluates this model instead: provider/model, or an address."),
  prompt_ref: z.string().min(1).max(1000).optional().describe("Sends this version of a prompt instead."),
  first_rows: z.number().int().min(1).max(100_000).optional().describe("Only so many rows, from the first on."),
  name: z.string().min(1).max(128).optional().describe("Of the new run; that of the earlier one when absent."),
  max_cost_usd: z.number().positive().max(10_000).describe("It pauses before more than this is spent."),
  plan: z.string().max(100).optional().describe("As the first answer returned it: starts what that answer showed."),
});

type Input = z.output<typeof input>;

/** Finds an evaluation of the service by its id, or the newest one of a name. @throws ToolError */
async function findRun({ service, projectId }: OpenWorkspace, wanted: string): Promise<EvaluationRunDetail> {
  const list = service.call("evaluationRuns.list", { body: { project_id: projectId, limit: MAX_SEARCHED } });
  const { runs } = await needing("evaluationRuns.list", INSTEAD, list);
  const found = runs.find(({ id }) => id === wanted) ?? runs.find(({ name }) => name === wanted);
  if (found === undefined) {
    const names = [...new Set(runs.map(({ name }) => name))].slice(0, 20).join(", ");
    throw new ToolError(
      `The service ran no evaluation ${JSON.stringify(wanted)} lately. Available: ${names || "none"}.`,
    );
  }
  return await service.call("evaluationRuns.read", {
    body: { project_id: projectId, run_id: found.id, rows_limit: 0 },
  });
}

function settingsOf({ settings }: EvaluationRunDetail, wanted: Input): EvaluationSettings {
  const { model, prompt_ref: promptRef, first_rows: count, name, max_cost_usd: maxCostUsd } = wanted;
  const prompt = promptRef === undefined ? {} : { prompt_ref: promptRef, messages: [] };
  return {
    ...settings,
    name: name ?? settings.name,
    rows: count === undefined ? settings.rows : { ...settings.rows, sample: { kind: "first", count } },
    models: settings.models.map((own) => ({ ...own, ...prompt, model: model ?? own.model })),
    limits: { ...settings.limits, max_cost_usd: maxCostUsd },
  };
}

type Estimate = ResultOf<"evaluationRuns.estimate">;

function planText({ name, models, scorers, limits }: EvaluationSettings, estimate: Estimate): string {
  const spending = spendingText({ ...estimate, requests: estimate.calls });
  return [
    `Nothing was started. This would run "${name}":`,
    `models: ${models.map(({ model }) => model).join(", ")}; scorers: ${scorers.map((scorer) => scorer.name).join(", ")}`,
    `${formatCount(estimate.rows)} of ${formatCount(estimate.rows_in_table)} rows, ${spending}; it pauses at ${limits.max_cost_usd} USD`,
    ...planEnd(estimate.unpriced_models),
  ].join("\n");
}

export const startEvaluationTool = defineTool({
  name: "start_evaluation",
  title: "Start an evaluation",
  description:
    "Runs an evaluation of the service again, with another model or prompt where wanted, within a limit of cost. The first call starts nothing: it returns what would run and a plan, to be shown to the user. The second call, with that plan, starts it; models are billed by their providers. Needs a key with write access of a user who is at least a member.",
  input,
  output: plannedRunOutput,
  operations: ["evaluationRuns.list", "evaluationRuns.read", "evaluationRuns.estimate", "evaluationRuns.start"],
  run: async (wanted, reader) => {
    const workspace = await reader.open(wanted.workspace);
    const { service, projectId, slug, pageUrl } = workspace;
    const settings = settingsOf(await findRun(workspace, wanted.evaluation), wanted);
    const body = { project_id: projectId, settings };
    const action = { tool: "start_evaluation", ...body };
    if (wanted.plan !== undefined) requirePlan(reader, action, wanted.plan);
    const estimate = await service.call("evaluationRuns.estimate", { body });
    const facts = { requests: estimate.calls, tokens: estimate.tokens, cost_usd: estimate.cost_usd, cut: [] };
    const url = pageUrl(`/${slug}/evaluations`);
    if (wanted.plan === undefined) {
      const data = { ...facts, plan: planFor(reader, action), run_id: null, url };
      return { text: `${planText(settings, estimate)}\nplan: ${data.plan}${footText([], url)}`, data };
    }
    const run = await service.call("evaluationRuns.start", { body });
    const text = `Started ${run.name} (${run.id}): ${formatCount(run.total)} trials.${footText([], url)}`;
    return { text, data: { ...facts, plan: null, run_id: run.id, url } };
  },
});
