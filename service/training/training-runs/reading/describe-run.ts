import type { TrainingIteration, TrainingRun, TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { UNFINISHED_STATES } from "@/service/kernel/runs/stored-run";
import { findJob } from "@/service/training/jobs/jobs";
import { forkOf } from "@/service/training/models/model-record-of";
import { readModel } from "@/service/training/models/trained-models";
import type { Training } from "@/service/training/open-training";
import { companionsIn } from "@/service/training/training-runs/figures/companion-metrics";
import type { JudgedIteration } from "@/service/training/training-runs/figures/judgement";
import { type IterationSums, isSampled } from "@/service/training/training-runs/figures/run-sums";
import { secondsBetween } from "@/service/training/training-runs/figures/seconds-between";
import { timedIterations, timeSplitOf } from "@/service/training/training-runs/figures/time-split";
import { verdictOf } from "@/service/training/training-runs/figures/verdict";
import type { IterationRecord, TrainingRunRecord } from "@/service/training/training-runs/records/run-records";
import { remoteModelText } from "@/service/training/training-runs/remote/remote-model";
import type { TrainingRuns } from "@/service/training/training-runs/runner/training-runs";
import { awaitedServer } from "./awaited-server";
import { readEvaluations } from "./iteration-evaluations";
import { readJobFigures } from "./job-figures";
import { newestOf, notFiniteOfJob, type RunSigns } from "./run-signs";

const MINUTE_MS = 60_000;

/** The model of a run as pages show it; null when it was deleted. */
export async function describeModel({ state }: Training, modelId: string): Promise<TrainingRun["model"]> {
  const model = await readModel(state, modelId);
  if (!model) return null;
  return {
    id: model.id,
    name: model.name,
    base_model: model.base_model,
    address: `wandb-artifact:///${model.entity}/${model.project}/${model.name}`,
    latest_step: model.latest_step,
    forked_from: forkOf(model),
  };
}

/** The number of rollouts of each iteration. */
const plannedRollouts = ({ taskCount, settings }: TrainingRunRecord): number =>
  Math.min(taskCount, settings.tasks_per_iteration) * settings.group_size;

/** The progress of a run that another service works on, as far as it is stored. */
function storedPhase(run: TrainingRunRecord, last: IterationRecord, sums: IterationSums | undefined) {
  const since = last.sampled_at ?? last.labels_since ?? last.started_at;
  if (last.state !== "sampling" || !sums) return { since, sampled: null };
  return { since, sampled: { done: sums.answered, total: plannedRollouts(run) } };
}

/** Returns the gradient steps of a job: its own on this service, as far as the working service knows them on another. */
async function jobProgress(runs: TrainingRuns, { id, settings }: TrainingRunRecord, jobId: string) {
  if (settings.model.kind === "remote") {
    // The page of a job is on its own service.
    return { ...(runs.activeRun(id)?.phase.job ?? { done: 0, total: null }), job_id: null };
  }
  const job = await findJob(runs.training.state, jobId);
  return { done: job?.gradient_step_count ?? 0, total: job?.num_sequences ?? null };
}

async function phaseOf(runs: TrainingRuns, run: TrainingRunRecord, { iterations, sums }: Read) {
  const active = runs.activeRun(run.id);
  const last = iterations.at(-1);
  if (!last || (!active && !UNFINISHED_STATES.includes(run.state))) return null;
  const { since, sampled } = active ? active.phase : storedPhase(run, last, sums.at(-1));
  const shared = { iteration: last.iteration, since, job_id: last.job_id };
  if (sampled) return { ...shared, name: "sampling" as const, ...sampled };
  if (last.state === "labeling") {
    const own = sums.at(-1);
    const times = { since: last.labels_since ?? since, until: last.labels_until };
    return { ...shared, ...times, name: last.state, done: own?.rollouts ?? 0, total: own?.answered ?? 0 };
  }
  if (last.state === "training" && last.job_id !== null) {
    return { ...shared, ...(await jobProgress(runs, run, last.job_id)), name: "training" as const };
  }
  if (last.state === "sampling" || last.state === "sending")
    return { ...shared, name: last.state, done: 0, total: null };
  return null;
}

/** The stored records and figures of a run. */
interface Read {
  readonly iterations: readonly IterationRecord[];
  /** In the order of the iterations. */
  readonly sums: readonly IterationSums[];
  readonly jobs: Awaited<ReturnType<typeof readJobFigures>>;
}

async function read(runs: TrainingRuns, run: TrainingRunRecord): Promise<Read> {
  const iterations = await runs.records.iterations(run.id);
  const jobIds = iterations.flatMap(({ job_id: id }) => (id === null ? [] : [id]));
  const [sums, jobs] = await Promise.all([
    runs.sums.read(run, iterations),
    readJobFigures(runs.training.state, jobIds),
  ]);
  return { iterations, sums, jobs };
}

/** The metrics of an iteration's job: of this service, or stored with the iteration of another one. */
function metricsOf({ job_id: jobId, metrics }: IterationRecord, jobs: Read["jobs"]): Readonly<Record<string, number>> {
  if (metrics !== null) return JSON.parse(metrics) as Record<string, number>;
  return jobs.get(jobId ?? "")?.metrics ?? {};
}

const hasOnlyFailed = ({ answered, errors }: IterationSums) => answered === 0 && errors > 0;

/** Only iterations that were sampled to their end count for the verdict, and those in which everything failed so far. */
function judgedOf({ iterations, sums, jobs }: Read): JudgedIteration[] {
  return iterations.flatMap((iteration, index) => {
    const own = sums[index];
    if (!own || !(isSampled(iteration) || hasOnlyFailed(own))) return [];
    const { mean, min, max, std_dev: deviation } = own.reward;
    const { error, groups, groupsWithSignal, rollouts, answered, errors, failure, tokens } = own;
    const measured = companionsIn(metricsOf(iteration, jobs));
    return [
      {
        iteration: iteration.iteration,
        ...{ mean, min, max, error, groups, groupsWithSignal },
        deviation: rollouts > 1 ? deviation : null,
        failures: { failed: errors, ended: answered + errors, error: failure },
        ...measured,
        repeats: own.repeats ?? measured.repeats,
        truncated: own.truncated ?? measured.truncated,
        length: answered === 0 ? null : tokens / answered,
      },
    ];
  });
}

/** Returns the sum of costs; null when one is unknown. */
const costOf = (sums: readonly IterationSums[]) =>
  sums.reduce<number | null>((all, { costUsd }) => (all === null || costUsd === null ? null : all + costUsd), 0);

async function describe(runs: TrainingRuns, run: TrainingRunRecord, all: Read): Promise<TrainingRun> {
  const { settings } = run;
  const judged = judgedOf(all);
  const active = runs.activeRun(run.id);
  const model = await describeModel(runs.training, run.modelId);
  const phase = await phaseOf(runs, run, all);
  const server = model && runs.training.checkpointModels.servers?.status(model.base_model);
  return {
    id: run.id,
    project_id: run.projectId,
    name: run.name,
    source: "service",
    state: run.state,
    reason: run.reason,
    created_at: run.createdAt,
    created_by: run.identity.userId,
    started_at: run.startedAt,
    ended_at: run.endedAt,
    model,
    ...(settings.model.kind === "remote" ? { logged_model: remoteModelText(settings.model) } : {}),
    iterations_planned: settings.iterations,
    iterations_done: all.iterations.filter(({ state }) => state === "done" || state === "no_signal").length,
    phase: phase && { ...phase, waits_for: phase.name === "sampling" && server ? awaitedServer(server) : null },
    spent: {
      tokens: all.sums.reduce((sum, { tokens }) => sum + tokens, 0),
      cost_usd: costOf(all.sums),
      minutes: (active?.activeMs ?? run.activeMs) / MINUTE_MS,
    },
    limits: {
      tokens: settings.limits.max_tokens ?? null,
      cost_usd: settings.limits.max_cost_usd ?? null,
      minutes: settings.limits.max_minutes ?? null,
    },
    rewards: judged.map(({ mean }) => mean),
    verdict: verdictOf(judged, settings.iterations),
  };
}

/** Returns what watches judge of a run. */
export async function signsOfTrainingRun(runs: TrainingRuns, run: TrainingRunRecord): Promise<RunSigns> {
  const all = await read(runs, run);
  const judged = judgedOf(all);
  const last = all.iterations.at(-1);
  const job = last?.job_id == null ? undefined : await findJob(runs.training.state, last.job_id);
  const times = [
    ...[run.createdAt, run.startedAt, last?.started_at, last?.sampled_at, last?.labels_since, last?.ended_at],
    ...[job?.created_at, job?.started_at, job?.last_event_at, job?.ended_at],
    await runs.rollouts.lastEnd(run.id),
  ];
  return {
    ...{ runId: run.id, projectId: run.projectId, name: run.name, canBeActedOn: true },
    isOver: !UNFINISHED_STATES.includes(run.state),
    isWaiting: run.state === "queued" || last?.state === "labeling" || job?.status === "queued",
    lastEventMs: newestOf(times),
    verdict: verdictOf(judged, run.settings.iterations),
    judged,
    costUsd: costOf(all.sums),
    notFinite: job === undefined || last === undefined ? null : notFiniteOfJob(job, last.iteration),
  };
}

/** Returns a run as a line of the list. */
export async function describeTrainingRun(runs: TrainingRuns, run: TrainingRunRecord): Promise<TrainingRun> {
  return await describe(runs, run, await read(runs, run));
}

/** Returns a run with its settings and its iterations after one of them. */
export async function describeTrainingRunInDetail(
  runs: TrainingRuns,
  run: TrainingRunRecord,
  after: number,
): Promise<TrainingRunDetail> {
  const all = await read(runs, run);
  const [line, evaluations] = await Promise.all([
    describe(runs, run, all),
    readEvaluations(runs.evaluations, run.modelId),
  ]);
  const planned = plannedRollouts(run);
  const { settings } = run;
  const iterations = all.iterations.flatMap((one, index): TrainingIteration[] => {
    const sums = all.sums[index];
    if (!sums) return [];
    const job = all.jobs.get(one.job_id ?? "");
    return [
      {
        iteration: one.iteration,
        state: one.state,
        problem: one.problem,
        from_step: one.from_step,
        step: one.step,
        job_id: job ? one.job_id : null,
        batch_id: job?.batchId ?? null,
        started_at: one.started_at,
        ended_at: one.ended_at,
        reward: sums.reward,
        groups: sums.groups,
        groups_with_signal: sums.groupsWithSignal,
        rollouts: sums.rollouts,
        unlabeled: sums.answered - sums.rollouts,
        rollouts_planned: planned,
        errors: sums.errors,
        tokens: sums.tokens,
        cost_usd: sums.costUsd,
        sampling_seconds: secondsBetween(one.started_at, one.labels_since ?? one.sampled_at),
        labeling_seconds: secondsBetween(one.labels_since, one.sampled_at),
        training_seconds:
          settings.model.kind === "remote"
            ? secondsBetween(one.sampled_at, one.state === "done" ? one.ended_at : null)
            : secondsBetween(job?.startedAt ?? null, job?.endedAt ?? null),
        scores: { ...sums.scores },
        metrics: { ...metricsOf(one, all.jobs) },
        evaluation: (one.step === null ? null : evaluations.get(one.step)) ?? null,
      },
    ];
  });
  return {
    ...line,
    settings: run.settings,
    config: run.settings.config,
    task_count: run.taskCount,
    time_split: timeSplitOf(timedIterations(iterations)),
    iterations: iterations.filter(({ iteration }) => iteration > after),
    base_evaluation: evaluations.get(all.iterations[0]?.from_step ?? 0) ?? null,
  };
}
