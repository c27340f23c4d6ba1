import type { TrainingIteration, TrainingRun, TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { findJob } from "@/service/training/jobs/jobs";
import { newestCheckpoint } from "@/service/training/models/checkpoints";
import { findModel } from "@/service/training/models/trained-models";
import type { Training } from "@/service/training/open-training";
import { hasSignal, rewardFigures, standardErrorOf } from "@/service/training-runs/figures/iteration-figures";
import { type JudgedIteration, verdictOf } from "@/service/training-runs/figures/verdict";
import type { GroupSums } from "@/service/training-runs/records/rollout-records";
import type { IterationRecord, TrainingRunRecord } from "@/service/training-runs/records/run-records";
import type { TrainingRuns } from "@/service/training-runs/runner/training-runs";
import { readEvaluations } from "./iteration-evaluations";
import { readJobFigures } from "./job-figures";

const MINUTE_MS = 60_000;

/** The model of a run as pages show it; null when it was deleted. */
export async function describeModel({ state }: Training, modelId: string): Promise<TrainingRun["model"]> {
  const model = await findModel(state, modelId);
  if (!model) return null;
  const newest = await newestCheckpoint(state, modelId);
  return {
    id: model.id,
    name: model.name,
    base_model: model.base_model,
    address: `wandb-artifact:///${model.entity}/${model.project}/${model.name}`,
    latest_step: newest?.step ?? null,
  };
}

const secondsBetween = (from: string | null, to: string | null): number | null =>
  from === null || to === null ? null : Math.max(0, Date.parse(to) - Date.parse(from)) / 1000;

/** The settings by which an iteration has the same tasks as any other. */
const hasSameTasks = ({ taskCount, settings }: TrainingRunRecord) => taskCount <= settings.tasks_per_iteration;

function byIteration(groups: readonly GroupSums[]): ReadonlyMap<number, readonly GroupSums[]> {
  const found = new Map<number, GroupSums[]>();
  for (const group of groups) found.set(group.iteration, [...(found.get(group.iteration) ?? []), group]);
  return found;
}

/** Counts for the verdict: only iterations that were sampled to their end. */
const isSampled = ({ sampled_at: sampledAt }: IterationRecord) => sampledAt !== null;

async function phaseOf(runs: TrainingRuns, run: TrainingRunRecord, last: IterationRecord | undefined) {
  const active = runs.activeRun(run.id);
  if (!active || !last) return null;
  const { since, sampled } = active.phase;
  const shared = { iteration: last.iteration, since, job_id: last.job_id };
  if (sampled) return { ...shared, name: "sampling" as const, ...sampled };
  if (last.state === "training" && last.job_id !== null) {
    const job = await findJob(runs.training.state, last.job_id);
    const total = job?.num_sequences ?? null;
    return { ...shared, name: "training" as const, done: job?.gradient_step_count ?? 0, total };
  }
  if (last.state === "sampling" || last.state === "sending")
    return { ...shared, name: last.state, done: 0, total: null };
  return null;
}

/** The lasting figures of a run, by iteration. */
interface Read {
  readonly iterations: readonly IterationRecord[];
  readonly groups: ReadonlyMap<number, readonly GroupSums[]>;
  readonly jobs: Awaited<ReturnType<typeof readJobFigures>>;
}

async function read(runs: TrainingRuns, run: TrainingRunRecord): Promise<Read> {
  const [iterations, groups] = await Promise.all([
    runs.records.iterations(run.id),
    runs.rollouts.groupSums(run.id).then(byIteration),
  ]);
  const jobIds = iterations.flatMap(({ job_id: id }) => (id === null ? [] : [id]));
  return { iterations, groups, jobs: await readJobFigures(runs.training.state, jobIds) };
}

function judgedOf(run: TrainingRunRecord, { iterations, groups, jobs }: Read): JudgedIteration[] {
  return iterations.filter(isSampled).map(({ iteration, job_id: jobId }) => {
    const own = groups.get(iteration) ?? [];
    const { mean, min, max } = rewardFigures(own);
    return {
      mean,
      min,
      max,
      standardError: standardErrorOf(own, hasSameTasks(run)),
      groups: own.length,
      groupsWithSignal: own.filter(hasSignal).length,
      entropy: jobs.get(jobId ?? "")?.metrics.entropy ?? null,
    };
  });
}

async function describe(runs: TrainingRuns, run: TrainingRunRecord, all: Read): Promise<TrainingRun> {
  const { settings } = run;
  const judged = judgedOf(run, all);
  const active = runs.activeRun(run.id);
  const [spent, model] = await Promise.all([runs.rollouts.spent(run.id), describeModel(runs.training, run.modelId)]);
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
    iterations_planned: settings.iterations,
    iterations_done: all.iterations.filter(({ state }) => state === "done" || state === "no_signal").length,
    phase: await phaseOf(runs, run, all.iterations.at(-1)),
    spent: {
      tokens: spent.tokens,
      cost_usd: spent.costUsd,
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
  const [line, scores, evaluations] = await Promise.all([
    describe(runs, run, all),
    runs.rollouts.scoreMeans(run.id, after),
    readEvaluations(runs.evaluations, run.modelId),
  ]);
  const planned = Math.min(run.taskCount, run.settings.tasks_per_iteration) * run.settings.group_size;
  const iterations = all.iterations
    .filter(({ iteration }) => iteration > after)
    .map((one): TrainingIteration => {
      const groups = all.groups.get(one.iteration) ?? [];
      const job = all.jobs.get(one.job_id ?? "");
      const sum = (value: (group: GroupSums) => number) => groups.reduce((total, group) => total + value(group), 0);
      return {
        iteration: one.iteration,
        state: one.state,
        problem: one.problem,
        from_step: one.from_step,
        step: one.step,
        job_id: job ? one.job_id : null,
        batch_id: job?.batchId ?? null,
        started_at: one.started_at,
        ended_at: one.ended_at,
        reward: rewardFigures(groups),
        groups: groups.length,
        groups_with_signal: groups.filter(hasSignal).length,
        rollouts: sum(({ count }) => count),
        rollouts_planned: planned,
        errors: sum(({ errors }) => errors),
        tokens: sum(({ tokens }) => tokens),
        cost_usd: sum(({ unpriced }) => unpriced) > 0 ? null : sum(({ costUsd }) => costUsd),
        sampling_seconds: secondsBetween(one.started_at, one.sampled_at),
        training_seconds: secondsBetween(job?.startedAt ?? null, job?.endedAt ?? null),
        scores: { ...scores.get(one.iteration) },
        metrics: { ...job?.metrics },
        evaluation: (one.step === null ? null : evaluations.get(one.step)) ?? null,
      };
    });
  return { ...line, settings: run.settings, config: run.settings.config, task_count: run.taskCount, iterations };
}
