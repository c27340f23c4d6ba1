import type { TrainingIteration, TrainingRun, TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { ConflictError, NotFoundError } from "@/service/kernel/errors/service-errors";
import { UNKNOWN_SHARES } from "@/service/training/answers/answer-shares";
import type { ByteRange } from "@/service/training/batches/batch-reader";
import { type JobOverview, listJobs } from "@/service/training/jobs/jobs";
import { findModel, projectOf } from "@/service/training/models/trained-models";
import type { StoredModel } from "@/service/training/state/training-state";
import { clientCompanions } from "@/service/training/training-runs/figures/companion-metrics";
import {
  hasSignal,
  meanErrorOf,
  rewardFigures,
  sumsOf,
} from "@/service/training/training-runs/figures/iteration-figures";
import type { JudgedIteration } from "@/service/training/training-runs/figures/judgement";
import { secondsBetween } from "@/service/training/training-runs/figures/seconds-between";
import { lagsAmong, stalenessOf } from "@/service/training/training-runs/figures/staleness";
import { stepsOffPolicy } from "@/service/training/training-runs/figures/steps-off-policy";
import {
  phaseSecondsOf,
  secondsAt,
  timedIterations,
  timeSplitOf,
} from "@/service/training/training-runs/figures/time-split";
import { verdictOf } from "@/service/training/training-runs/figures/verdict";
import { isSelected, type ProfileSelection } from "@/service/training/training-runs/profiles/run-profiles";
import type { TrainingRuns } from "@/service/training/training-runs/runner/training-runs";
import { type BatchSums, readBatchSums } from "./batch-sums";
import { describeModel } from "./describe-run";
import { readEvaluations } from "./iteration-evaluations";
import { readJobFigures } from "./job-figures";
import { loggedIdOf } from "./logged-run";
import { newestOf, notFiniteOfJob, type RunSigns } from "./run-signs";

const PREFIX = "model:";
const JOBS_PER_QUERY = 500;
const MINUTE_MS = 60_000;

/** Returns the id under which the jobs of a model are a run. */
export const clientRunId = (modelId: string) => `${PREFIX}${modelId}`;

/** Returns the model whose jobs are the run with this id; null for any other run. */
export function modelOfRun(runId: string): string | null {
  return runId.startsWith(PREFIX) ? runId.slice(PREFIX.length) : null;
}

/** @throws ConflictError for a run that this service does not control */
export function refuseClientRun(runId: string): void {
  if (loggedIdOf(runId) !== null) throw new ConflictError("Another program controls this run. Stop it there.");
  if (modelOfRun(runId) !== null)
    throw new ConflictError("A client runs this loop by jobs of its own. Stop it there, or cancel its job.");
}

/** @throws NotFoundError when the project has no such model */
export async function requireClientModel(runs: TrainingRuns, projectId: string, modelId: string): Promise<StoredModel> {
  const model = await findModel(runs.training.state, modelId);
  if (!model || projectOf(model) !== projectId)
    throw new NotFoundError(`Training run ${clientRunId(modelId).slice(0, 128)} not found`);
  return model;
}

/** Returns all jobs of a model in their order. */
export async function jobsOf(runs: TrainingRuns, modelId: string): Promise<JobOverview[]> {
  const jobs: JobOverview[] = [];
  const all = { projects: null, modelId, status: null, limit: JOBS_PER_QUERY, order: "asc" } as const;
  for (;;) {
    const page = await listJobs(runs.training.state, { ...all, after: jobs.at(-1)?.id ?? null });
    jobs.push(...page.slice(0, JOBS_PER_QUERY));
    if (page.length <= JOBS_PER_QUERY) return jobs;
  }
}

/** A group of a batch as figures need it. */
interface ReadGroup {
  readonly rewards: readonly number[];
  readonly errors: number;
  /** Of each trajectory as it was sent. */
  readonly bytes: readonly number[];
}

/** The groups of batches, by batch. */
async function groupsOf(runs: TrainingRuns, jobs: readonly JobOverview[]) {
  const groups = new Map<string, ReadGroup[]>();
  const ids = jobs.map(({ batch_id: id }) => id);
  for (let at = 0; at < ids.length; at += JOBS_PER_QUERY) {
    const rows = await runs.training.state
      .selectFrom("trajectory_group")
      .select(["batch_id", "rewards", "exception_count", "trajectories"])
      .where("batch_id", "in", ids.slice(at, at + JOBS_PER_QUERY))
      .orderBy("batch_id")
      .orderBy("group_index")
      .execute();
    for (const { batch_id: id, exception_count: errors, ...texts } of rows) {
      const rewards = JSON.parse(texts.rewards) as number[];
      const bytes = (JSON.parse(texts.trajectories) as ByteRange[]).map(([, length]) => length);
      groups.set(id, [...(groups.get(id) ?? []), { rewards, errors, bytes }]);
    }
  }
  return groups;
}

/** Returns the first exception of a batch as text; null without any. */
async function firstException({ training: { state, blobs } }: TrainingRuns, batchId: string): Promise<string | null> {
  const batch = await state.selectFrom("batch").select("blob").where("id", "=", batchId).executeTakeFirst();
  const group = await state
    .selectFrom("trajectory_group")
    .select("members")
    .where("batch_id", "=", batchId)
    .where("exception_count", ">", 0)
    .orderBy("group_index")
    .limit(1)
    .executeTakeFirst();
  const place = group && (JSON.parse(group.members) as { exceptions?: ByteRange }).exceptions;
  if (!batch || !place) return null;
  const [first] = JSON.parse((await blobs.readPart(batch.blob, ...place)).toString("utf8")) as {
    readonly type?: unknown;
    readonly message?: unknown;
  }[];
  return [first?.type, first?.message].filter((text) => typeof text === "string" && text !== "").join(": ") || null;
}

const failuresOf = (groups: readonly ReadGroup[], error: string | null) => {
  const failed = groups.reduce((sum, group) => sum + group.errors, 0);
  return { failed, ended: groups.reduce((sum, { rewards }) => sum + rewards.length, failed), error };
};

/** A job without an earlier checkpoint trains the base model, which is step 0. */
const offPolicy = ({ started_at: startedAt, previous_step: previous }: JobOverview, batch: BatchSums | undefined) =>
  startedAt === null ? {} : stepsOffPolicy(previous ?? 0, batch?.policyVersion);

/** Returns the trajectories of a job by lag; null where none says its version, and before it starts: what it trains is open. */
const lagsOfJob = ({ started_at: startedAt, previous_step: previous }: JobOverview, batch: BatchSums | undefined) =>
  startedAt === null || !batch?.versions ? null : lagsAmong(previous ?? 0, batch.versions);

const ITERATION_STATES = {
  queued: "sending",
  running: "training",
  completed: "done",
  failed: "failed",
  cancelled: "failed",
} as const satisfies Record<JobOverview["status"], TrainingIteration["state"]>;

const RUN_STATES = {
  queued: "running",
  running: "running",
  completed: "finished",
  failed: "failed",
  cancelled: "stopped",
} as const satisfies Record<JobOverview["status"], TrainingRun["state"]>;

/** The oldest job that has not ended: a client may have queued more. */
function phaseOf(jobs: readonly JobOverview[]): TrainingRun["phase"] {
  const index = jobs.findIndex(({ status }) => status === "queued" || status === "running");
  const job = jobs[index];
  if (job === undefined) return null;
  return {
    name: job.status === "queued" ? "sending" : "training",
    iteration: index + 1,
    done: job.gradient_step_count,
    total: job.num_sequences,
    since: job.started_at ?? job.created_at,
    job_id: job.id,
  };
}

/** The jobs of a model with the figures of each. */
async function readFigures(runs: TrainingRuns, jobs: readonly JobOverview[]) {
  const ids = jobs.map(({ id }) => id);
  const [byBatch, logged, figures] = await Promise.all([
    groupsOf(runs, jobs),
    readBatchSums(
      runs.training.state,
      jobs.map(({ batch_id: id }) => id),
    ),
    readJobFigures(runs.training.state, ids),
  ]);
  return jobs.map((job, index) => {
    const groups = byBatch.get(job.batch_id) ?? [];
    const sums = groups.map((group) => sumsOf(group.rewards));
    const metrics = figures.get(job.id)?.metrics ?? {};
    return { job, index, groups, sums, reward: rewardFigures(sums), metrics, logged: logged.get(job.batch_id) };
  });
}

type ReadJob = Awaited<ReturnType<typeof readFigures>>[number];

/** Returns the iterations for the verdict. */
async function judgedOf(runs: TrainingRuns, read: readonly ReadJob[]): Promise<JudgedIteration[]> {
  const isWithoutReward = read.every(({ reward }) => reward.mean === null);
  const lastRead = read.at(-1);
  const exception = isWithoutReward && lastRead ? await firstException(runs, lastRead.job.batch_id) : null;
  return read.map(({ index, groups, sums, reward, metrics, logged }) => ({
    ...reward,
    iteration: index + 1,
    error: meanErrorOf(sums, false),
    failures: failuresOf(groups, exception),
    deviation: sums.some(({ count }) => count > 1) ? reward.std_dev : null,
    groups: sums.length,
    groupsWithSignal: sums.filter(hasSignal).length,
    ...clientCompanions(
      { ...logged?.metrics, ...metrics },
      groups.flatMap(({ bytes }) => bytes),
      logged?.answers ?? UNKNOWN_SHARES,
    ),
  }));
}

/** Returns what watches judge of a run that a client makes of jobs. */
export async function signsOfClientRun(runs: TrainingRuns, model: StoredModel): Promise<RunSigns> {
  const jobs = await jobsOf(runs, model.id);
  const judged = await judgedOf(runs, await readFigures(runs, jobs));
  const last = jobs.at(-1);
  const current = jobs.find(({ status }) => status === "queued" || status === "running");
  const failed = jobs.findLast(({ status }) => status === "failed");
  return {
    ...{ runId: clientRunId(model.id), projectId: projectOf(model), name: model.name, canBeActedOn: false },
    isOver: current === undefined,
    isWaiting: current?.status === "queued",
    lastEventMs: newestOf(
      jobs.slice(-2).flatMap((job) => [job.created_at, job.started_at, job.last_event_at, job.ended_at]),
    ),
    verdict: verdictOf(judged, null),
    judged,
    costUsd: null,
    notFinite: failed && failed === last ? notFiniteOfJob(failed, jobs.length) : null,
  };
}

/** Returns the jobs of a model in order as a run: each is an iteration. */
export async function describeClientRun(
  runs: TrainingRuns,
  model: StoredModel,
  after: number,
): Promise<TrainingRunDetail> {
  const jobs = await jobsOf(runs, model.id);
  const [read, evaluations, described] = await Promise.all([
    readFigures(runs, jobs),
    readEvaluations(runs.evaluations, model.id),
    describeModel(runs.training, model.id),
  ]);
  const iterations = read.map(({ job, index, groups, sums, reward, metrics, logged }): TrainingIteration => {
    const errors = groups.reduce((sum, group) => sum + group.errors, 0);
    const count = sums.reduce((sum, group) => sum + group.count, 0);
    const {
      reward: _mean,
      reward_std_dev: _deviation,
      exception_rate: _rate,
      ...scores
    } = {
      ...logged?.metrics,
    };
    return {
      iteration: index + 1,
      state: ITERATION_STATES[job.status],
      problem: job.error_message,
      from_step: job.previous_step,
      step: job.status === "completed" ? job.step : null,
      job_id: job.id,
      batch_id: job.live_batch_id,
      started_at: job.created_at,
      ended_at: job.ended_at,
      reward,
      groups: sums.length,
      groups_with_signal: sums.filter(hasSignal).length,
      rollouts: count,
      rollouts_planned: count + errors,
      errors,
      tokens: null,
      cost_usd: null,
      sampling_seconds: null,
      training_seconds: secondsBetween(job.started_at, job.ended_at),
      scores,
      metrics: { ...offPolicy(job, logged), ...metrics },
      evaluation: (job.status === "completed" && job.step !== null ? evaluations.get(job.step) : null) ?? null,
    };
  });
  const timed = timedIterations(iterations);
  const { sampling } = phaseSecondsOf(timed);
  const judged = await judgedOf(runs, read);
  const [first, last] = [jobs[0], jobs.at(-1)];
  const activeSeconds = jobs.reduce((sum, job) => sum + (secondsBetween(job.started_at, job.ended_at) ?? 0), 0);
  return {
    id: clientRunId(model.id),
    project_id: projectOf(model),
    name: model.name,
    source: "client",
    state: last ? RUN_STATES[last.status] : "finished",
    reason: last?.error_message ?? null,
    created_at: first?.created_at ?? model.created_at,
    created_by: first?.created_by ?? model.created_by,
    started_at: first?.started_at ?? null,
    ended_at: last?.ended_at ?? null,
    model: described,
    iterations_planned: null,
    iterations_done: jobs.filter(({ status }) => status === "completed").length,
    phase: phaseOf(jobs),
    spent: { tokens: 0, cost_usd: null, minutes: (activeSeconds * 1000) / MINUTE_MS },
    limits: { tokens: null, cost_usd: null, minutes: null },
    rewards: read.map(({ reward }) => reward.mean),
    verdict: verdictOf(judged, null),
    settings: null,
    config: last?.config ? (JSON.parse(last.config) as Record<string, unknown>) : null,
    task_count: null,
    time_split: timeSplitOf(timed),
    staleness: stalenessOf(
      read.map(({ job, index, sums, logged }) => ({
        iteration: index + 1,
        lags: lagsOfJob(job, logged),
        rollouts: sums.reduce((count, group) => count + group.count, 0),
      })),
    ),
    iterations: iterations.map((one, row) => ({ ...one, sampling_seconds: secondsAt(sampling, row) })).slice(after),
    base_evaluation: evaluations.get(0) ?? null,
  };
}

/** Returns a page of models with jobs that no run of the service sent, newest first. */
export async function listClientRuns(
  runs: TrainingRuns,
  projectId: string,
  place: ProfileSelection & {
    readonly modelId: string | null;
    readonly limit: number;
    readonly before: string | null;
    readonly words?: readonly string[];
  },
): Promise<{ runs: TrainingRun[]; has_more: boolean }> {
  const { state } = runs.training;
  const { modelId, limit, before, words = [] } = place;
  let query = state
    .selectFrom("model")
    .selectAll()
    .where("deleted_at", "is", null)
    .where(({ eb, ref, val }) =>
      eb(eb(eb(ref("model.entity"), "||", val("/")), "||", ref("model.project")), "=", projectId),
    )
    .where(({ exists, selectFrom }) =>
      exists(selectFrom("job").select("job.id").whereRef("job.model_id", "=", "model.id")),
    );
  if (modelId !== null) query = query.where("model.id", "=", modelId);
  const beforeModel = before === null ? null : (modelOfRun(before) ?? before);
  if (beforeModel !== null)
    query = query.where("model.seq", "<", (eb) => eb.selectFrom("model").select("seq").where("id", "=", beforeModel));
  // Profiles are in another database than models.
  const profiles = await runs.profiles.read(projectId);
  const found: TrainingRun[] = [];
  for (const model of await query.orderBy("model.seq", "desc").execute()) {
    if (!isSelected(model.name, profiles.get(clientRunId(model.id)), words, place)) continue;
    const own = await runs.records.jobsOfRuns(model.id);
    const jobs = await jobsOf(runs, model.id);
    if (jobs.every(({ id }) => own.has(id))) continue;
    if (found.length === limit) return { runs: found, has_more: true };
    const {
      settings: _settings,
      config: _config,
      task_count: _count,
      iterations: _iterations,
      time_split: _split,
      staleness: _staleness,
      ...line
    } = await describeClientRun(runs, model, jobs.length);
    found.push(line as TrainingRun);
  }
  return { runs: found, has_more: false };
}
