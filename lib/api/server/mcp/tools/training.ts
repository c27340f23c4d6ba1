import { z } from "zod";
import type { JobRecord } from "@/lib/api/contract/training/training-jobs";
import { fitRows, oneLine } from "@/lib/api/server/mcp/answer/bounded-text";
import { ToolError } from "@/lib/api/server/mcp/answer/tool-error";
import type { AgentReader, OpenWorkspace } from "@/lib/api/server/mcp/service/agent-reader";
import { formatCount } from "@/lib/format/count";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import { cutOutput, footText, workspaceInput } from "./shared-input";
import { defineTool, type ToolAnswer } from "./tool";
import { type MetricFigure, metricFigure, readCheckpoints, readJobMetrics } from "./training-metrics";
import { needing, unlessUnsupported } from "./unsupported";

const jobRow = z.object({
  job_id: z.string(),
  status: z.string(),
  model_id: z.string(),
  model: z.string(),
  base_model: z.string(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
  step: z.number().nullable().describe("Step of its checkpoint."),
  error: z.string().nullable(),
});

type JobRow = z.infer<typeof jobRow>;

const checkpointRow = z.object({
  step: z.number(),
  checkpoint_id: z.string(),
  created_at: z.string().nullable(),
  metrics: z.record(z.string(), z.number()),
});

const output = z.object({
  jobs: z.array(jobRow),
  metrics: z.array(metricFigure).describe("Of the job that was read: each metric's course over the gradient steps."),
  checkpoints: z.array(checkpointRow).describe("Of the model that was read, newest first."),
  next_after: z.string().nullable(),
  url: z.string(),
  cut: cutOutput,
});

type Output = z.input<typeof output>;

function rowOf(job: JobRecord): JobRow {
  return {
    job_id: job.id,
    status: job.status,
    model_id: job.model_id,
    model: job.model_name,
    base_model: job.base_model,
    created_at: job.created_at,
    ended_at: job.training_end,
    step: job.step,
    error: job.error_message === null ? null : oneLine(job.error_message, 600),
  };
}

function jobText(job: JobRow): string {
  const error = job.error === null ? "" : `\n  error: ${job.error}`;
  return `${job.created_at}  ${job.status}  job ${job.job_id}  model ${job.model} (${job.model_id}), base ${job.base_model}, step ${job.step ?? "?"}${error}`;
}

/** Ids of jobs and models name no project: a key that is limited to a workspace must not reach those of others. */
function requireProject(workspace: OpenWorkspace, reader: AgentReader, projectId: string | null, what: string): void {
  const isElsewhere = projectId !== null && projectId !== workspace.projectId;
  const isUnsure = projectId === null && reader.agent.workspaceId !== null;
  if (isElsewhere) throw new ToolError(`This ${what} does not exist in the workspace ${workspace.slug}.`);
  if (isUnsure) {
    throw new ToolError(
      `The service does not say which project this ${what} belongs to, and this key is limited to one workspace.`,
    );
  }
}

async function listJobs(
  workspace: OpenWorkspace,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<ToolAnswer<Output>> {
  const body = { project_id: workspace.projectId, limit, after: after ?? null };
  const page = await needing(
    "trainingJobs.list",
    "Jobs cannot be listed; read one by job_id, or the checkpoints of a model_id.",
    workspace.service.call("trainingJobs.list", { body }),
  );
  const { rows } = fitRows(page.data.map(rowOf));
  const nextAfter = rows.length < page.data.length || page.has_more ? (rows.at(-1)?.job_id ?? null) : null;
  const cut = nextAfter === null ? [] : [`There are more jobs: pass after ${nextAfter}.`];
  const url = workspace.pageUrl(`/${workspace.slug}/training`);
  const text = (rows.length === 0 ? "No training jobs." : rows.map(jobText).join("\n")) + footText(cut, url);
  return { text, data: { jobs: [...rows], metrics: [], checkpoints: [], next_after: nextAfter, url, cut } };
}

const metricText = ({ metric, first, last, min, max, points }: MetricFigure) =>
  `${metric}: ${formatMetric(metric, first)} → ${formatMetric(metric, last)} (min ${formatMetric(metric, min)}, max ${formatMetric(metric, max)}, ${formatCount(points)} points)`;

async function readJob(workspace: OpenWorkspace, id: string, reader: AgentReader): Promise<ToolAnswer<Output>> {
  const { service, slug } = workspace;
  const job = await unlessUnsupported(service.call("trainingJobs.read", { params: { training_job_id: id } }));
  requireProject(workspace, reader, job?.project_id ?? null, "job");
  const { metrics, eventCount, lastEvents, isCut } = await readJobMetrics(service, id);
  const { rows, omittedCount } = fitRows(metrics, 14_000);
  const cut = [
    ...(omittedCount > 0 ? [`${omittedCount} more metrics: see the page of the job.`] : []),
    ...(isCut ? [`Only the first ${formatCount(eventCount)} events were read.`] : []),
  ];
  const url = workspace.pageUrl(`/${slug}/training/${encodeURIComponent(id)}`);
  const jobs = job === null ? [] : [rowOf(job)];
  const lines = [
    ...(job === null ? [`Job ${id}: this service reports jobs through events only.`] : jobs.map(jobText)),
    `${formatCount(eventCount)} events; the last: ${lastEvents.join("; ") || "none"}`,
    ...rows.map(metricText),
  ];
  const data = { jobs, metrics: [...rows], checkpoints: [], next_after: null, url, cut };
  return { text: lines.join("\n") + footText(cut, url), data };
}

async function readModel(
  workspace: OpenWorkspace,
  id: string,
  page: { readonly limit: number; readonly after?: string | undefined },
  reader: AgentReader,
): Promise<ToolAnswer<Output>> {
  const { service, slug } = workspace;
  const model = await unlessUnsupported(service.call("models.read", { body: { model_id: id } }));
  requireProject(workspace, reader, model === null ? null : `${model.entity}/${model.project}`, "model");
  const { checkpoints, hasMore } = await readCheckpoints(service, id, page);
  const { rows, omittedCount } = fitRows(checkpoints);
  const nextAfter = hasMore || omittedCount > 0 ? (rows.at(-1)?.checkpoint_id ?? null) : null;
  const cut = nextAfter === null ? [] : [`There are more checkpoints: pass after ${nextAfter}.`];
  const url = workspace.pageUrl(`/${slug}/models/${encodeURIComponent(id)}`);
  const head = model === null ? `Model ${id}` : `Model ${model.name}, base ${model.base_model}`;
  const lines = rows.map((row) => {
    const metrics = Object.entries(row.metrics).map(([name, value]) => `${name} ${formatMetric(name, value)}`);
    return `step ${row.step}  ${row.created_at ?? ""}  ${metrics.join(", ") || "no metrics"}`;
  });
  const data = { jobs: [], metrics: [], checkpoints: [...rows], next_after: nextAfter, url, cut };
  return { text: [head, ...lines].join("\n") + footText(cut, url), data };
}

export const trainingTool = defineTool({
  name: "training",
  title: "Training jobs and checkpoints",
  description:
    "Without an id: the training jobs of the workspace. With job_id: its status, its last events, and each metric's first, last, smallest and largest value. With model_id: the checkpoints with their metrics.",
  input: z.strictObject({
    workspace: workspaceInput,
    job_id: z.string().min(1).max(256).optional(),
    model_id: z.string().min(1).max(256).optional(),
    limit: z.number().int().min(1).max(100).default(20),
    after: z.string().min(1).max(256).optional().describe("next_after of an earlier answer."),
  }),
  output,
  operations: ["trainingJobs.list", "trainingJobs.read", "trainingJobs.events", "models.read", "models.checkpoints"],
  run: async ({ job_id: jobId, model_id: modelId, ...input }, reader) => {
    if (jobId !== undefined && modelId !== undefined) throw new ToolError("Give either job_id or model_id.");
    const workspace = await reader.open(input.workspace);
    if (jobId !== undefined) return await readJob(workspace, jobId, reader);
    if (modelId !== undefined) return await readModel(workspace, modelId, input, reader);
    return await listJobs(workspace, input);
  },
});
