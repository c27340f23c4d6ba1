import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { v7 as uuid7 } from "uuid";
import { expect, vi } from "vitest";
import { checkpointEvaluationOperations } from "@/lib/api/contract/evaluation-runs/checkpoint-evaluation-operations";
import { EXAMPLE_SETTINGS } from "@/lib/api/contract/training-runs/training-run-examples";
import { openState, type ServiceState } from "@/service/kernel/state/open-state";
import { type ProvidedService, TEST_KEY } from "@/service/testing/provided-service";
import { leaseOfJob } from "@/service/training/jobs/shared-jobs";
import { TrainingFolder } from "@/service/training/state/training-folder";
import { openTrainingState, type TrainingState } from "@/service/training/state/training-state";

/** What a test needs to know about a project that has something of everything. */
export interface FilledProject {
  readonly projectId: string;
  readonly modelId: string;
  readonly jobId: string;
  readonly runningJobId: string;
  readonly checkpointId: string;
  readonly callIds: {
    readonly finished: string;
    readonly running: string;
    readonly deleted: string;
    readonly parked: string;
  };
  readonly fileDigest: string;
}

/** The model whose job runs, which is what an import changes. */
export const INTERRUPTED_MODEL = "interrupted";

const AT = "2026-11-20T14:00:00.123456Z";

/** Fills a project through the service, and adds the records of training that would take a trainer. */
export async function fillProject(service: ProvidedService, projectId: string): Promise<FilledProject> {
  const ask = <Result = Record<string, unknown>>(path: string, body: object, method = "POST") =>
    service.ask<Result>(path, body, { method });
  const table = await ask("/table/create", {
    table: {
      project_id: projectId,
      rows: sums(4).map((row) => ({ ...row, seen: `weave:///${projectId}/call/finished` })),
    },
  });
  const rows = `weave:///${projectId}/table/${table.digest}`;
  const dataset = await publish(service, projectId, "numbers", {
    _type: "Dataset",
    name: "numbers",
    rows,
    _class_name: "Dataset",
    _bases: ["Object", "BaseModel"],
  });
  await publish(service, projectId, "prompt", { text: "You are old." });
  const prompt = await publish(service, projectId, "prompt", { text: "You are kind.", data: dataset });
  await ask("/obj/delete", { project_id: projectId, object_id: "prompt", digests: ["v0"] });
  const digest = prompt.split(":").at(-1);
  await ask(`/objs/prompt/versions/${digest}/tags`, { project_id: projectId, tags: ["reviewed"] }, "PUT");
  await ask("/objs/prompt/aliases", { project_id: projectId, digest, aliases: ["production"] }, "PUT");
  const fileDigest = await storeFile(service, projectId);
  const callIds = await storeCalls(service, projectId, prompt);
  const queueId = await storeOthers(service, projectId, callIds.finished);
  const modelId = await createModel(service, projectId, "agent");
  const interruptedId = await createModel(service, projectId, INTERRUPTED_MODEL);
  await runEvaluation(service, projectId, dataset);
  const training = await storeTraining(service, modelId, interruptedId);
  await storeRuns(service, projectId, { modelId, jobId: training.jobId, checkpointId: training.checkpointId, queueId });
  return { projectId, modelId, callIds, fileDigest, ...training };
}

const sums = (count: number) => Array.from({ length: count }, (_, at) => ({ question: `${at} + 1`, answer: at + 1 }));

async function createModel(service: ProvidedService, projectId: string, name: string): Promise<string> {
  const [entity, project] = projectId.split("/");
  const model = await service.ask<{ id: string }>("/v1/preview/models", { entity, project, name, base_model: "base" });
  return model.id;
}

async function publish(service: ProvidedService, projectId: string, name: string, val: object): Promise<string> {
  const { digest } = await service.ask("/obj/create", { obj: { project_id: projectId, object_id: name, val } });
  return `weave:///${projectId}/object/${name}:${digest}`;
}

async function storeFile(service: ProvidedService, projectId: string): Promise<string> {
  const form = new FormData();
  form.set("project_id", projectId);
  form.set("file", new File(["notes"], "notes.txt"));
  const authorization = `Bearer ${TEST_KEY}`;
  const response = await service.fetch("/file/create", { method: "POST", headers: { authorization }, body: form });
  return ((await response.json()) as { digest: string }).digest;
}

async function storeCalls(service: ProvidedService, projectId: string, prompt: string) {
  const start = (id: string, members: object = {}) => ({
    mode: "start",
    req: {
      start: {
        project_id: projectId,
        id,
        trace_id: `trace-${id}`,
        op_name: `weave:///${projectId}/op/answer:v0`,
        started_at: AT,
        thread_id: `thread-${id}`,
        turn_id: id,
        attributes: { env: "test", huge: 1 },
        inputs: { prompt, text: `ask ${id} \u{1F600}` },
        ...members,
      },
    },
  });
  const end = (id: string) => ({
    mode: "end",
    req: {
      end: {
        project_id: projectId,
        id,
        ended_at: "2026-11-20T14:00:01.5Z",
        output: { text: "4", score: 12345678901234567890n.toString() },
        summary: { usage: { "openai/adder": { requests: 1, prompt_tokens: 3, completion_tokens: 4 } } },
      },
    },
  });
  await service.ask("/call/upsert_batch", {
    batch: [start("finished"), end("finished"), start("running"), start("deleted"), end("deleted"), end("parked")],
  });
  await service.ask("/call/update", { project_id: projectId, call_id: "finished", display_name: "renamed" });
  await service.ask("/calls/delete", { project_id: projectId, call_ids: ["deleted"] });
  return { finished: "finished", running: "running", deleted: "deleted", parked: "parked" };
}

/** Stores what belongs to calls, and settings. Returns the id of a review queue. */
async function storeOthers(service: ProvidedService, projectId: string, callId: string): Promise<string> {
  const ask = <Result = Record<string, unknown>>(path: string, body: object) => service.ask<Result>(path, body);
  const project = { project_id: projectId };
  await ask("/feedback/create", {
    ...project,
    weave_ref: `weave:///${projectId}/call/${callId}`,
    feedback_type: "wandb.note.1",
    payload: { note: `see weave:///${projectId}/call/running` },
  });
  await ask("/cost/create", {
    ...project,
    costs: { "openai/adder": { prompt_token_cost: 0.000001, completion_token_cost: 0.1 } },
  });
  const tone = await publish(service, projectId, "tone", {
    name: "tone",
    field_schema: { type: "boolean" },
    _type: "AnnotationSpec",
    _class_name: "AnnotationSpec",
    _bases: ["BaseObject", "BaseModel"],
  });
  const { id } = await ask<{ id: string }>("/annotation_queues", { ...project, name: "Tone", scorer_refs: [tone] });
  await ask(`/annotation_queues/${id}/items`, { ...project, call_ids: [callId] });
  const { items } = await ask<{ items: { id: string }[] }>(`/annotation_queues/${id}/items/query`, project);
  await ask(`/annotation_queues/${id}/items/${items[0]?.id}/progress`, { ...project, annotation_state: "completed" });
  await ask("/monitors/save", {
    ...project,
    is_on: true,
    monitor_id: null,
    settings: { name: "Answers", rate_percent: 1, scorers: [{ kind: "exact", name: "right", expected: "expected" }] },
  });
  const { id: channelId } = await ask<{ id: string }>("/watch_channels/save", {
    ...project,
    name: "Pager",
    kind: "webhook",
    url: "https://hooks.example.com/a-secret-address",
  });
  await ask("/event_subscriptions/save", {
    ...project,
    name: "Failed answers",
    kinds: ["call.failed", "training_run.ended"],
    channel_id: channelId,
    query_text: "op:answer",
    filter: { op_names: [`weave:///${projectId}/op/answer:*`] },
  });
  await ask("/deployments/mark", { ...project, name: "v13", at: "2026-11-19T14:30:00Z", note: "New timeout" });
  await ask("/budgets/save", {
    ...project,
    settings: { name: "Month", scope: "project", period: "month", limit_usd: 1e6, channel_ids: [channelId] },
  });
  await ask("/watches/save", {
    ...project,
    settings: {
      name: "Errors",
      measure: { figure: "error_share", window_seconds: 86_400 },
      condition: { kind: "above", level: 0.1 },
      channel_ids: [channelId],
    },
  });
  await ask("/training_runs/log", {
    ...project,
    run: "grpo",
    iteration: 1,
    metrics: { loss: 0.5 },
    printed: { at: 0, text: "step 1: loss 0.5\n" },
    rollouts: [{ task: "add", messages: [], answer: "4", reward: 1 }],
  });
  return id;
}

async function runEvaluation(service: ProvidedService, projectId: string, dataset: string): Promise<void> {
  const settings = {
    name: "sums",
    models: [{ model: "openai/adder", messages: [{ role: "user", content: "{question}" }] }],
    rows: { dataset_ref: dataset },
    scorers: [{ kind: "exact", name: "exact", expected: "answer" }],
  };
  const project = { project_id: projectId };
  const { id } = await service.ask("/evaluation_runs/start", { ...project, settings });
  const state = async () => (await service.ask("/evaluation_runs/read", { ...project, run_id: id })).state;
  await vi.waitFor(async () => expect(await state()).toBe("finished"), { timeout: 120_000, interval: 100 });
}

async function storeTraining(service: ProvidedService, modelId: string, interruptedId: string) {
  const { folder, databaseUrl } = service;
  const group = { trajectories: [{ messages_and_choices: [{ role: "user", content: "1 + 1" }], reward: 1 }] };
  const logged = await service.send(`/v1/preview/models/${modelId}/log`, {
    trajectory_groups: [group],
    split: "val",
    step: 0,
  });
  if (logged.status !== 200) throw new Error(logged.text);
  const training = await openTrainingState(join(folder, "training"), databaseUrl);
  try {
    return await storeJobs(training, folder, modelId, interruptedId);
  } finally {
    await training.destroy();
  }
}

async function storeJobs(training: TrainingState, dataFolder: string, modelId: string, interruptedId: string) {
  const [jobId, runningJobId, checkpointId] = [uuid7(), uuid7(), uuid7()];
  const batch = await training
    .selectFrom("batch")
    .select("id")
    .where("model_id", "=", modelId)
    .executeTakeFirstOrThrow();
  const job = {
    model_id: modelId,
    batch_id: batch.id,
    config: null,
    created_at: AT,
    created_by: "ada",
    started_at: AT,
    gradient_step_count: 1,
  };
  const done = { ended_at: AT, status: "completed", checkpoint_id: checkpointId, step: 1 } as const;
  await training
    .insertInto("job")
    .values({ ...job, ...done, id: jobId })
    .execute();
  await training
    .insertInto("checkpoint")
    .values({ id: checkpointId, model_id: modelId, step: 1, metrics: '{"reward":1}', job_id: jobId, created_at: AT })
    .execute();
  const event = { job_id: jobId, created_at: AT };
  await training
    .insertInto("event")
    .values([
      { ...event, id: uuid7(), type: "training_started", data: '{"num_sequences":1}' },
      { ...event, id: uuid7(), type: "training_ended", data: '{"step":1}' },
    ])
    .execute();
  // Another service runs it: a job whose lease is free would be ended by this one, before or after the export.
  const always = { taken_ms: 0, renewed_ms: 0, until_ms: Number.MAX_SAFE_INTEGER };
  await training
    .insertInto("lease")
    .values({ subject: leaseOfJob(runningJobId), owner: "another service", ...always })
    .execute();
  await training
    .insertInto("job")
    .values({ ...job, model_id: interruptedId, id: runningJobId, status: "running" })
    .execute();
  const files = await TrainingFolder.open(dataFolder);
  await mkdir(join(files.checkpoint(checkpointId), "adapter"), { recursive: true });
  await writeFile(join(files.checkpoint(checkpointId), "adapter", "weights.bin"), Buffer.alloc(100_000, 7));
  await mkdir(files.job(jobId), { recursive: true });
  await writeFile(files.jobLog(jobId), "step 1\n");
  return { jobId, runningJobId, checkpointId };
}

interface RunIds {
  readonly modelId: string;
  readonly jobId: string;
  readonly checkpointId: string;
  readonly queueId: string;
}

async function storeRuns({ folder, databaseUrl }: ProvidedService, projectId: string, ids: RunIds): Promise<void> {
  const state = await openState(folder, databaseUrl);
  try {
    await insertRuns(state, projectId, ids);
  } finally {
    await state.destroy();
  }
}

const evaluationExample = checkpointEvaluationOperations["checkpointEvaluations.set"].example.body;

const result = JSON.stringify({
  answer: "4",
  finishReason: "stop",
  scores: { exact: true },
  values: { exact: 1 },
  latencyMs: 5,
  turns: 1,
  steps: [],
});

async function insertRuns(state: ServiceState, projectId: string, { modelId, jobId, checkpointId }: RunIds) {
  const owner = { user_id: "ada", projects: null };
  const runId = uuid7();
  const settings = JSON.stringify({ ...EXAMPLE_SETTINGS, model: { kind: "existing", model_id: modelId } });
  await state
    .insertInto("training_run")
    .values({
      ...owner,
      id: runId,
      project_id: projectId,
      model_id: modelId,
      name: "Sums",
      state: "finished",
      created_at: AT,
      settings,
      task_count: 1,
      seed: 1,
      active_ms: 5,
      is_pausing: 0,
    })
    .execute();
  const place = { run_id: runId, iteration: 1 };
  await state
    .insertInto("training_iteration")
    .values({ ...place, state: "done", from_step: 0, step: 1, failed_jobs: 0, job_id: jobId, started_at: AT })
    .execute();
  await state
    .insertInto("training_rollout")
    .values({ ...place, task: 0, rollout: 0, attempt: 0, call_id: "finished", ended_at: AT, tokens: 3, result })
    .execute();
  await state
    .insertInto("run_profile")
    .values({
      ...{ project_id: projectId, run_id: runId, name: "Sums, renamed", notes: "Look at step 3.", tags: "\nsums\n" },
      ...{ run_group: "sweep", is_archived: 1, is_edited: 1, updated_at: AT, user_id: owner.user_id },
    })
    .execute();
  await state
    .insertInto("checkpoint_evaluation_setting")
    .values({
      ...owner,
      model_id: modelId,
      project_id: projectId,
      settings: JSON.stringify({
        ...evaluationExample.settings,
        rows: { dataset_ref: `weave:///${projectId}/object/numbers:v0` },
      }),
      definition: "digest",
      // No checkpoint is newer.
      on_since: "2027-01-01T00:00:00.000Z",
      set_at: AT,
    })
    .execute();
  const evaluation = { model_id: modelId, definition: "digest", run_id: uuid7(), requested_at: AT };
  await state
    .insertInto("checkpoint_evaluation")
    .values({ ...evaluation, checkpoint_id: checkpointId, step: 1, problem: "It was not evaluated." })
    .execute();
  const monitor = await state
    .selectFrom("monitor")
    .select("id")
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  const scored = { monitor_id: monitor.id, call_id: "finished", scored_at: new Date().toISOString() };
  await state
    .insertInto("monitor_score")
    .values({ ...scored, has_failed: 0, scores: "{}", errors: "{}" })
    .execute();
  const watch = await state
    .selectFrom("watch")
    .select("id")
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  const issueId = uuid7();
  const failed = "2026-11-20 14:00:00.123456";
  await state
    .insertInto("issue")
    .values({
      ...{
        id: issueId,
        project_id: projectId,
        digest: "of-search",
        kind: "exception" as const,
        op: "search",
        pattern: "TimeoutError: … s",
      },
      ...{
        status: "resolved" as const,
        first_at: failed,
        last_at: failed,
        changed_at: failed,
        known_releases: '["v13"]',
      },
      ...{ regressed_release: "", owner: "ada", note: "Since the new index" },
    })
    .execute();
  await state
    .insertInto("issue_event")
    .values({ id: uuid7(), project_id: projectId, issue_id: issueId, kind: "appeared", at: failed, detail: "" })
    .execute();
  const grouped = { watch_id: watch.id, grouped: "null" };
  await state
    .insertInto("watch_state")
    .values({ ...grouped, state: "firing", since_s: 1_763_596_800, held: 2, empty: 0, note: "", recent: "[]" })
    .execute();
  await state
    .insertInto("watch_event")
    .values({
      ...{ ...grouped, id: uuid7(), project_id: projectId, kind: "firing", at_s: 1_763_596_800 },
      ...{ value: 0.5, calls: 40, sentence: "Share of errors 50%" },
    })
    .execute();
  const watched = { project_id: projectId, run_id: "", updated_at: AT, user_id: "ada" };
  await state
    .insertInto("run_watch_rules")
    .values({ ...watched, settings: JSON.stringify({ is_on: false }) })
    .execute();
  await state.insertInto("retention").values({ project_id: projectId, max_age_days: 9_000, updated_at: AT }).execute();
  const rule = {
    name: "secret",
    is_enabled: true,
    kind: "key",
    pattern: "password",
    places: ["inputs"],
    action: "remove",
  };
  await state
    .insertInto("redaction")
    .values({ project_id: projectId, rules: JSON.stringify([rule]), sealed: "none", revision: 1, updated_at: AT })
    .execute();
}
