import type { OperationId } from "@/lib/api/contract/operations";
import type { ProvidedService } from "@/service/testing/provided-service";
import { type FilledProject, INTERRUPTED_MODEL } from "./filled-project";

/** Read operations whose answer does not come from what is stored of a project. */
const OF_NO_PROJECT: readonly OperationId[] = [
  "completions.models",
  "completions.providers",
  // It also says how far the rollups are.
  "cost.audit",
  "evaluationRuns.estimate",
  "graphql",
  "health",
  "keys.list",
  "modelServer.read",
  "models.base",
  "monitors.estimate",
  "projects.list",
  "providers.list",
  "providers.test",
  "redaction.preview",
  "requests.recent",
  // States are judged again.
  "runWatches.list",
  "serverInfo",
  "storage.read",
  "storage.sizes",
  "trainingRuns.estimate",
  // Of the days until now.
  "watches.preview",
];

interface Request {
  readonly path: string;
  /** Null for a GET. */
  readonly body: object | null;
}

interface Names extends FilledProject {
  readonly table: string;
  readonly promptDigest: string;
  readonly evaluationId: string;
  readonly evaluationCallId: string;
  readonly queueId: string;
  readonly batchId: string;
  readonly runId: string;
  readonly loggedRunId: string;
  readonly issueId: string;
  readonly watchId: string;
}

const RANGE = { after: "2026-11-20T13:00:00Z", before: "2026-11-20T16:00:00Z" };

function requestsOf(names: Names): Partial<Record<OperationId, Request>> {
  const { projectId, modelId, jobId } = names;
  const post = (path: string, body: object = {}): Request => ({ path, body: { project_id: projectId, ...body } });
  const plain = (path: string, body: object): Request => ({ path, body });
  const get = (path: string): Request => ({ path, body: null });
  const ofFinished = { call_id: "finished", field: "inputs" };
  const run = { run_ids: [names.evaluationCallId], score: "exact" };
  const batch = { batch_id: names.batchId };
  return {
    "calls.queryStats": post("/calls/query_stats", { include_total_storage_size: true }),
    "calls.stats": post("/calls/aggregate", { ...RANGE, bucket_seconds: 3600, groups: [{ by: "op", limit: 10 }] }),
    "calls.histogram": post("/calls/histogram", { ...RANGE, bucket_seconds: 3600 }),
    "calls.facets": post("/calls/facets", { fields: ["op", "attributes", "status"], limit: 100 }),
    "calls.failures": post("/calls/failures", { affected: ["attributes.env"], limit: 10 }),
    "calls.metrics": post("/calls/stats", {
      start: RANGE.after,
      end: RANGE.before,
      granularity: 3600,
      call_metrics: [{ metric: "latency_ms", aggregations: ["avg"] }],
    }),
    "calls.usage": post("/calls/usage", { call_ids: ["finished"] }),
    "calls.traceUsage": post("/trace/usage", { filter: { trace_ids: ["trace-finished"] } }),
    "calls.streamQuery": post("/calls/stream_query", {
      include_costs: true,
      include_feedback: true,
      sort_by: [
        { field: "started_at", direction: "asc" },
        { field: "id", direction: "asc" },
      ],
    }),
    "calls.skeleton": post("/calls/skeleton", { filter: { trace_ids: ["trace-finished"] }, include_costs: true }),
    "call.read": post("/call/read", { id: "finished" }),
    "calls.preview": post("/calls/preview", { call_ids: ["finished"], length: 20 }),
    "value.read": post("/value/read", { ...ofFinished, path: ["text"], from: 0, to: 11 }),
    "value.find": post("/value/find", { ...ofFinished, text: "ask" }),
    "value.content": post("/value/content", { ...ofFinished, path: [] }),
    "evaluations.query": post("/evaluations/query"),
    "evaluations.figures": post("/evaluations/figures", { runs: [{ id: names.evaluationCallId }] }),
    "evaluations.results": post("/evaluations/results", run),
    "evaluations.values": post("/evaluations/values", run),
    "evaluations.compare": post("/evaluations/compare", { run_ids: [names.evaluationCallId, names.evaluationCallId] }),
    "evaluations.slices": post("/evaluations/slices", {
      run_id: names.evaluationCallId,
      score: "exact",
      path: "answer",
    }),
    "evaluations.compareSlices": post("/evaluations/compare_slices", {
      run_ids: [names.evaluationCallId],
      path: "answer",
      values: ["1", "2"],
    }),
    "objs.query": post("/objs/query", { include_tags_and_aliases: true }),
    "obj.read": post("/obj/read", { object_id: "prompt", digest: names.promptDigest, include_tags_and_aliases: true }),
    "refs.readBatch": plain("/refs/read_batch", {
      refs: [`weave:///${projectId}/object/prompt:${names.promptDigest}`],
    }),
    "tags.list": get(`/tags?project_id=${encodeURIComponent(projectId)}`),
    "aliases.list": get(`/aliases?project_id=${encodeURIComponent(projectId)}`),
    "obj.usedBy": post("/obj/used_by", { object_id: "prompt", digest: names.promptDigest }),
    "table.query": post("/table/query", { digest: names.table }),
    "table.queryStream": post("/table/query_stream", { digest: names.table }),
    "table.queryStats": post("/table/query_stats", { digest: names.table }),
    "table.queryStatsBatch": post("/table/query_stats_batch", { digests: [names.table], include_storage_size: true }),
    "threads.streamQuery": post("/threads/stream_query", { sort_by: [{ field: "thread_id", direction: "asc" }] }),
    "cost.query": post("/cost/query"),
    "evaluationRuns.list": post("/evaluation_runs/list"),
    "evaluationRuns.read": post("/evaluation_runs/read", { run_id: names.evaluationId }),
    "checkpointEvaluations.read": plain("/checkpoint_evaluations/read", { model_id: modelId }),
    "checkpointEvaluations.list": post("/checkpoint_evaluations/list", { model_ids: [modelId] }),
    "monitors.list": post("/monitors/list"),
    "issues.list": post("/issues/list", RANGE),
    "issues.read": post("/issues/read", { ...RANGE, issue_id: names.issueId }),
    "runWatches.read": post("/run_watches/read"),
    "budgets.list": post("/budgets/list"),
    "deployments.list": post("/deployments/list"),
    "measures.read": post("/measures/read", {
      ...RANGE,
      measures: [{ measure: { figure: "calls", window_seconds: 3600 } }],
    }),
    "sql.query": post("/sql/query", { sql: "SELECT op, count() AS calls FROM calls GROUP BY op ORDER BY op" }),
    "watches.list": post("/watches/list"),
    "watches.notifications": post("/watches/notifications"),
    "watches.read": post("/watches/read", { watch_id: names.watchId }),
    "watchChannels.list": post("/watch_channels/list"),
    "watchChannels.deliveries": post("/watch_channels/deliveries"),
    "eventSubscriptions.list": post("/event_subscriptions/list"),
    "trainingJobs.read": get(`/v1/preview/training-jobs/${jobId}`),
    "trainingJobs.events": get(`/v1/preview/training-jobs/${jobId}/events`),
    "trainingJobs.streamEvents": plain("/training_jobs/stream_events", { training_job_id: jobId }),
    "trainingJobs.list": post("/training_jobs/list"),
    "trainingJobs.payload": plain("/training_jobs/payload", { training_job_id: jobId }),
    "trainingJobs.log": plain("/training_jobs/log", { training_job_id: jobId }),
    "trainingJobs.logLines": plain("/training_jobs/log_lines", { training_job_id: jobId }),
    "models.checkpoints": get(`/v1/preview/models/${modelId}/checkpoints`),
    "models.list": post("/models/list"),
    "models.read": plain("/models/read", { model_id: modelId }),
    "trajectories.batches": plain("/trajectories/batches", { model_id: modelId }),
    "trajectories.groups": plain("/trajectories/groups", batch),
    "trajectories.group": plain("/trajectories/group", { ...batch, group: 0 }),
    "trajectories.read": plain("/trajectories/read", { ...batch, group: 0, trajectory: 0 }),
    "trajectories.stream": plain("/trajectories/stream", { ...batch, contains: "1", places_only: true }),
    "trainingRuns.list": post("/training_runs/list"),
    "trainingRuns.ofModels": post("/training_runs/of_models"),
    "trainingRuns.logged": post("/training_runs/logged"),
    "trainingRuns.logLines": post("/training_runs/log_lines", { run_id: names.loggedRunId }),
    "trainingRuns.tags": post("/training_runs/tags"),
    "trainingRuns.read": post("/training_runs/read", { run_id: names.runId }),
    "trainingRuns.series": post("/training_runs/series", { run_id: names.runId, first: 12 }),
    "trainingRuns.rollouts": post("/training_runs/rollouts", { run_id: names.runId, iteration: 1 }),
    "file.content": post("/file/content", { digest: names.fileDigest }),
    "file.stats": post("/files/query_stats"),
    "feedback.query": post("/feedback/query"),
    "scores.list": post("/scores/list"),
    "scores.read": post("/scores/read", { call_ids: ["finished"] }),
    "scores.figures": post("/scores/aggregate", { ...RANGE, bucket_seconds: 3600, fields: ["score.exact"], by: "op" }),
    "annotationQueues.query": post("/annotation_queues/query"),
    "annotationQueues.stats": post("/annotation_queues/stats", { queue_ids: [names.queueId] }),
    "annotationQueues.read": get(`/annotation_queues/${names.queueId}?project_id=${encodeURIComponent(projectId)}`),
    "annotationQueues.items": post(`/annotation_queues/${names.queueId}/items/query`, { include_position: true }),
    "project.stats": post("/project/stats"),
    "retention.read": post("/retention/read"),
    "retention.readDays": post("/project/ttl_settings/read"),
    "retention.preview": post("/retention/preview", { max_age_days: 9000, max_bytes: null }),
    "redaction.read": post("/redaction/read"),
  };
}

/** Finds what a project calls its records. */
async function namesOf(service: ProvidedService, filled: FilledProject): Promise<Names> {
  const project = { project_id: filled.projectId };
  const first = async (path: string, member: string, body: object = project) => {
    const [found] = (await service.ask<Record<string, Record<string, string>[]>>(path, body))[member] ?? [];
    if (found === undefined) throw new Error(`${path} returned nothing`);
    return found;
  };
  const evaluation = await first("/evaluation_runs/list", "runs");
  const evaluationCall = await first("/evaluations/query", "runs");
  const { objs } = await service.ask<{ objs: { object_id: string; digest: string; val: { rows: string } }[] }>(
    "/objs/query",
    { ...project, filter: { latest_only: true } },
  );
  const [queue] = await service.lines("/annotation_queues/query", project);
  const latest = (name: string) => objs.find(({ object_id }) => object_id === name);
  return {
    ...filled,
    table: latest("numbers")?.val.rows.split("/").at(-1) ?? "",
    promptDigest: latest("prompt")?.digest ?? "",
    evaluationId: evaluation.id ?? "",
    evaluationCallId: evaluationCall.id ?? "",
    queueId: String(queue?.id),
    batchId: (await first("/trajectories/batches", "data", { model_id: filled.modelId })).id ?? "",
    runId: (await first("/training_runs/list", "runs")).id ?? "",
    loggedRunId: (await first("/training_runs/logged", "runs")).id ?? "",
    issueId: (await first("/issues/list", "issues")).id ?? "",
    watchId: (await first("/watches/list", "watches")).id ?? "",
  };
}

/** What an import changes on purpose: nothing works by itself, and settings are set anew. */
const CHANGED: Readonly<Record<string, readonly string[]>> = {
  "monitors.list": ["state", "reason", "updated_at", "is_on"],
  // Each installation looks at its calls anew.
  "issues.list": ["judged_at"],
  // The rest of a day is shorter at each reading.
  "budgets.list": ["forecast"],
  "sql.query": ["elapsed_ms", "rows_read", "bytes_read"],
  "watches.list": ["state", "problem", "is_on", "firing_count"],
  "watches.notifications": ["is_read", "unread_count"],
  "watches.read": ["state", "problem", "is_on"],
  // Addresses and secrets are not exported.
  "watchChannels.list": ["address"],
  "eventSubscriptions.list": ["is_on"],
  "checkpointEvaluations.read": ["is_on"],
  "checkpointEvaluations.list": ["is_on"],
  "redaction.read": ["updated_at"],
  "retention.preview": ["before"],
  "models.list": ["updated_at", "last_used_at"],
};

function comparable(id: string, text: string, { runningJobId }: FilledProject): unknown {
  const omitted = CHANGED[id] ?? [];
  const parsed = text.split("\n").map((line) => {
    try {
      return JSON.parse(line, (name, value: unknown) => {
        if (omitted.includes(name)) return undefined;
        if (Array.isArray(value))
          return value.filter(
            (item) => !isRecord(item) || (item.id !== runningJobId && item.name !== INTERRUPTED_MODEL),
          );
        return value;
      }) as unknown;
    } catch {
      return line;
    }
  });
  return parsed.length === 1 ? parsed[0] : parsed;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Returns the answers to all read operations of a project. */
export async function projectAnswers(
  service: ProvidedService,
  filled: FilledProject,
): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const [id, { path, body }] of Object.entries(requestsOf(await namesOf(service, filled)))) {
    const { status, text } = await (body === null
      ? service.send(path, undefined, { method: "GET" })
      : service.send(path, body));
    if (status !== 200) throw new Error(`${id}: ${status} ${text}`);
    answers[id] = comparable(id, text.trimEnd(), filled);
  }
  return answers;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Returns answers with the name of the project and all ids as their place among the ids. */
export function withoutNames(answers: object, projectId: string): unknown {
  const places = new Map<string, number>();
  const [, project = ""] = projectId.split("/");
  const text = JSON.stringify(answers)
    .replaceAll(projectId, "demo/project")
    .replaceAll(`"project":"${project}"`, '"project":"project"')
    .replaceAll(UUID, (id) => {
      if (!places.has(id)) places.set(id, places.size);
      return `id ${places.get(id)}`;
    });
  return JSON.parse(text) as unknown;
}

/** Finds the records of a filled project in an import of it. */
export async function copyOf(
  service: ProvidedService,
  filled: FilledProject,
  projectId: string,
): Promise<FilledProject> {
  const ask = (...request: Parameters<ProvidedService["ask"]>) =>
    service.ask<{ data: Record<string, string>[] }>(...request);
  const models = (await ask("/models/list", { project_id: projectId })).data;
  const model = models.find(({ name }) => name !== INTERRUPTED_MODEL);
  const jobs = (await ask("/training_jobs/list", { project_id: projectId })).data;
  const [checkpoint] = (
    await ask(`/v1/preview/models/${model?.id}/checkpoints?order=desc`, undefined, { method: "GET" })
  ).data;
  return {
    ...filled,
    projectId,
    modelId: model?.id ?? "",
    jobId: jobs.find(({ status }) => status === "completed")?.id ?? "",
    runningJobId: jobs.find(({ status }) => status === "failed")?.id ?? "",
    checkpointId: checkpoint?.id ?? "",
  };
}

const names: Names = {
  projectId: "e/p",
  modelId: "",
  jobId: "",
  runningJobId: "",
  checkpointId: "",
  callIds: { finished: "", running: "", deleted: "", parked: "" },
  fileDigest: "",
  table: "",
  promptDigest: "",
  evaluationId: "",
  evaluationCallId: "",
  queueId: "",
  batchId: "",
  runId: "",
  loggedRunId: "",
  issueId: "",
  watchId: "",
};

/** The read operations that are compared, and those that are not of a project. */
export const READ_BY_ANSWERS: readonly string[] = [...OF_NO_PROJECT, ...Object.keys(requestsOf(names))];
