import { UNFINISHED_STATES } from "@/service/kernel/runs/stored-run";
import {
  clientRunId,
  modelOfRun,
  requireClientModel,
  signsOfClientRun,
} from "@/service/training/training-runs/reading/client-run";
import { signsOfTrainingRun } from "@/service/training/training-runs/reading/describe-run";
import { loggedIdOf, loggedRunId, signsOfLoggedRun } from "@/service/training/training-runs/reading/logged-run";
import type { RunSigns } from "@/service/training/training-runs/reading/run-signs";
import type { TrainingRuns } from "@/service/training/training-runs/runner/training-runs";
import type { RunWatchRecord } from "./run-watch-records";

/** A run that ended so long ago at most is judged once more, also one that began and ended between two looks. */
const ENDED_MS = 10 * 60_000;
/** A run of another program is taken up if it was logged to in this time. */
const TAKEN_UP_MS = 86_400_000;

/** A run that is judged now. */
export interface WatchedRun {
  readonly runId: string;
  readonly projectId: string;
  readonly isOver: boolean;
}

async function clientRuns({ training, records }: TrainingRuns, endedSince: string): Promise<WatchedRun[]> {
  const jobs = await training.state
    .selectFrom("job")
    .innerJoin("model", "model.id", "job.model_id")
    .select(["job.id", "job.model_id", "job.status", "model.entity", "model.project"])
    .where("model.deleted_at", "is", null)
    .where((eb) => eb.or([eb("job.status", "in", ["queued", "running"]), eb("job.ended_at", ">=", endedSince)]))
    .execute();
  const found = new Map<string, WatchedRun>();
  for (const modelId of new Set(jobs.map(({ model_id: id }) => id))) {
    const own = await records.jobsOfRuns(modelId);
    const others = jobs.filter((job) => job.model_id === modelId && !own.has(job.id));
    const [first] = others;
    if (!first) continue;
    const isOver = others.every(({ status }) => status !== "queued" && status !== "running");
    found.set(modelId, { runId: clientRunId(modelId), projectId: `${first.entity}/${first.project}`, isOver });
  }
  return [...found.values()];
}

/** Returns the runs of all projects that go on, that have ended lately, or that went on when they were judged last. */
export async function watchedRuns(
  runs: TrainingRuns,
  open: readonly RunWatchRecord[],
  nowMs: number,
): Promise<readonly WatchedRun[]> {
  const endedSince = new Date(nowMs - ENDED_MS).toISOString();
  const own = [...(await runs.records.unfinished()), ...(await runs.records.endedSince(endedSince))];
  const logged = await runs.logged.loggedSince(new Date(nowMs - TAKEN_UP_MS).toISOString());
  const all: WatchedRun[] = [
    ...open.map(({ runId, projectId }) => ({ runId, projectId, isOver: false })),
    ...own.map(({ id, projectId, state }) => ({ runId: id, projectId, isOver: !UNFINISHED_STATES.includes(state) })),
    ...logged
      .filter(({ state, updated_at: at }) => state === "running" || at >= endedSince)
      .map((run) => ({ runId: loggedRunId(run), projectId: run.project_id, isOver: run.state !== "running" })),
    ...(await clientRuns(runs, endedSince)),
  ];
  const byId = new Map<string, WatchedRun>();
  for (const run of all) if (!byId.has(run.runId)) byId.set(run.runId, run);
  return [...byId.values()];
}

/** Returns what is judged of a run. @throws NotFoundError when it was deleted, or is one of another project */
export async function readSigns(
  runs: TrainingRuns,
  { runId, projectId }: Pick<WatchedRun, "runId" | "projectId">,
): Promise<RunSigns> {
  const loggedId = loggedIdOf(runId);
  if (loggedId !== null) return await signsOfLoggedRun(runs.logged, await runs.logged.find(projectId, loggedId));
  const modelId = modelOfRun(runId);
  if (modelId === null) return await signsOfTrainingRun(runs, await runs.find(projectId, runId));
  return await signsOfClientRun(runs, await requireClientModel(runs, projectId, modelId));
}
