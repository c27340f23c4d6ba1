import type { RunState } from "@/lib/api/contract/evaluation-runs/run-members";
import type { TrainingRunSettings } from "@/lib/api/contract/training-runs/training-run-settings";
import { errorMessage } from "@/lib/guard/error-message";
import { hasSignal, sumsOf } from "@/service/training/training-runs/figures/iteration-figures";
import { byTask } from "@/service/training/training-runs/jobs/job-body";
import { JobLostError, type TrainingPort } from "@/service/training/training-runs/jobs/training-port";
import { waitForLabels } from "@/service/training/training-runs/labels/label-wait";
import type { SampledRollout } from "@/service/training/training-runs/records/rollout-records";
import type {
  IterationRecord,
  TaskValues,
  TrainingRunRecord,
  TrainingRunRecords,
} from "@/service/training/training-runs/records/run-records";
import { RecordedThreads } from "@/service/training/training-runs/tasks/recorded-threads";
import type { Budget } from "./budget";
import { IterationSampler } from "./iteration-sampler";
import { type Opened, openRun, type RunContext, sendJob } from "./open-run";

/** A run pauses after this many consecutive iterations without signal, since it costs money without learning. */
const MAX_ITERATIONS_WITHOUT_SIGNAL = 5;

const MINUTE_MS = 60_000;

/** The state in which a run comes to rest; only `paused` can be resumed. */
interface Rest {
  readonly state: RunState;
  readonly reason: string | null;
}

/** An active run, from a start or a restart until it rests. */
export class ActiveRun {
  readonly run: TrainingRunRecord;
  readonly #context: RunContext;
  #port: TrainingPort | null = null;
  readonly #recorded: RecordedThreads;
  readonly #leaving = new AbortController();
  /** Aborted when the run comes to rest or is interrupted, which ends delays. */
  readonly #resting = new AbortController();
  #settings: TrainingRunSettings;
  #rest: Rest | null = null;
  #iterations: IterationRecord[] = [];
  #budget: Budget | null = null;
  #sampler: IterationSampler | null = null;
  #phaseSince = new Date().toISOString();
  #tasks: readonly TaskValues[] | null = null;
  /** Iterations that ended since this start of the run. */
  readonly #endedNow = new Set<number>();

  constructor(context: RunContext, run: TrainingRunRecord) {
    this.#context = context;
    this.run = run;
    this.#settings = run.settings;
    this.#recorded = new RecordedThreads(context.services.store, run);
  }

  /** The current work. */
  get phase() {
    const sampled = this.#sampler;
    return {
      since: this.#phaseSince,
      sampled: sampled && { done: sampled.done, total: sampled.total },
      job: this.#port?.progress ?? null,
    };
  }

  /** Its tasks, once they are read. */
  get tasks(): readonly TaskValues[] | null {
    return this.#tasks;
  }

  /** The active time so far. */
  get activeMs(): number {
    return this.#budget?.activeMs ?? this.run.activeMs;
  }

  /** True while it only finishes running work. */
  get isResting(): boolean {
    return this.#rest !== null;
  }

  /** Replaces the limits and the number of iterations. */
  change(settings: TrainingRunSettings): void {
    this.#settings = settings;
  }

  /** Finishes the current rollouts, and then comes to rest. A job continues unless the run is stopped. */
  rest(state: RunState, reason: string | null): void {
    this.#rest ??= { state, reason };
    if (state === "stopped") this.#rest = { state, reason };
    this.#resting.abort();
  }

  /** Interrupts all work; the next start continues it. */
  interrupt(): void {
    this.#leaving.abort();
    this.#resting.abort();
  }

  /** Works until the run comes to rest or is interrupted. Never rejects. */
  async go(): Promise<void> {
    const { log, records } = this.#context;
    try {
      const opened = await this.#open();
      while (this.#rest === null && !this.#leaving.signal.aborted) await this.#advance(opened);
      if (!this.#leaving.signal.aborted) await this.#settle();
    } catch (error) {
      if (this.#leaving.signal.aborted) return;
      log.error({ err: error, runId: this.run.id }, "a training run was interrupted");
      await records
        .update(this.run.id, { state: "paused", reason: errorMessage(error), active_ms: this.activeMs })
        .catch((failure: unknown) => log.error({ err: failure, runId: this.run.id }, "a run could not be paused"));
    } finally {
      if (this.#leaving.signal.aborted)
        await records
          .update(this.run.id, { active_ms: this.activeMs })
          .catch((failure: unknown) => log.error({ err: failure, runId: this.run.id }, "a run's time was not stored"));
    }
  }

  async #open(): Promise<Opened> {
    const opened = await openRun(this.#context, this.run, this.#leaving.signal);
    this.#port = opened.port;
    this.#tasks = opened.tasks;
    this.#budget = opened.budget;
    this.#iterations = await this.#context.records.iterations(this.run.id);
    await this.#context.records.markBegun(this.run.id);
    return opened;
  }

  /** Runs the next part: an iteration's sampling, sending or training, or the start of the next one. */
  async #advance(opened: Opened): Promise<void> {
    const last = this.#iterations.at(-1);
    this.#phaseSince = new Date().toISOString();
    if (!last || last.state === "done" || last.state === "no_signal") {
      await this.#begin(opened, last?.iteration ?? 0);
      return;
    }
    if (last.state === "sampling") await this.#sample(opened, last);
    else if (last.state === "labeling") await this.#label(opened, last);
    else if (last.state === "training") await this.#train(opened, last);
    else await this.#send(opened, last);
    await this.#context.records.update(this.run.id, { active_ms: this.activeMs });
  }

  async #begin({ budget, port }: Opened, ended: number): Promise<void> {
    if (ended >= this.#settings.iterations) return this.rest("finished", null);
    const reached = budget.reached(this.#settings.limits, 0);
    if (reached !== null) return this.rest("paused", reached);
    const recent = this.#iterations.slice(-MAX_ITERATIONS_WITHOUT_SIGNAL);
    // A user who resumes the run has seen this; it pauses again after the next iteration without signal.
    if (
      ended > 0 &&
      recent.length === MAX_ITERATIONS_WITHOUT_SIGNAL &&
      !recent.some(hasLearned) &&
      this.#endedNow.has(ended)
    )
      return this.rest(
        "paused",
        `No group of the last ${MAX_ITERATIONS_WITHOUT_SIGNAL} iterations had different rewards, so there is nothing to learn from. Change the tasks, the reward or the temperature in a new run, or resume this one.`,
      );
    const step = await port.newestStep();
    if (step === null) throw new Error("The model has no checkpoint.");
    this.#iterations.push(await this.#context.records.addIteration(this.run.id, ended + 1, step));
  }

  async #sample(opened: Opened, iteration: IterationRecord): Promise<void> {
    const { run } = this;
    const { services, rollouts } = this.#context;
    const scope = {
      projectId: run.projectId,
      userId: run.identity.userId,
      runId: run.id,
      step: iteration.from_step,
      maxTurns: run.settings.tools?.max_turns ?? 1,
      waitsForLabels: run.settings.reward.label != null,
      prices: opened.prices,
    };
    const { model, providers } = await opened.port.checkpoint(iteration.from_step);
    const sampler = new IterationSampler({
      services,
      providers,
      rollouts,
      run,
      scope,
      iteration: iteration.iteration,
      model,
      tasks: opened.tasks,
      budget: opened.budget,
      readRecorded: (values) => this.#recorded.read(values, this.#leaving.signal),
      settings: () => this.#settings,
      isResting: () => this.#rest !== null,
      rest: (reason) => this.rest("paused", reason),
    });
    this.#sampler = sampler;
    try {
      if (!(await sampler.sample(this.#leaving.signal))) return;
    } finally {
      this.#sampler = null;
    }
    if (scope.waitsForLabels) await this.#update(iteration, { state: "labeling" });
    else await this.#endSampling(iteration);
  }

  /** Waits until people have labeled the rollouts. This time does not count as work of the run. */
  async #label({ budget }: Opened, iteration: IterationRecord): Promise<void> {
    const { run } = this;
    const { services, queues, rollouts } = this.#context;
    const { label } = run.settings.reward;
    if (!label) throw new Error(`Iteration ${iteration.iteration} waits for labels that no setting asks for.`);
    const now = Date.now();
    const { max_wait_minutes: minutes } = label;
    const limit = minutes === null ? null : new Date(now + minutes * MINUTE_MS).toISOString();
    const waiting = await this.#update(iteration, {
      labels_since: iteration.labels_since ?? new Date(now).toISOString(),
      labels_until: iteration.labels_until ?? limit,
    });
    const { labels_until: until } = waiting;
    budget.stopClock();
    try {
      const wait = { services, queues, rollouts, run, label, iteration: iteration.iteration, until };
      const end = await waitForLabels(wait, this.#resting.signal);
      if (end === null) return;
      if (end.kind === "complete") return await this.#endSampling(waiting);
      // A resumed run waits as long again.
      await this.#update(waiting, { labels_until: null });
      this.rest(
        "paused",
        `Only ${end.labeled} of ${end.total} rollouts of iteration ${iteration.iteration} were labeled in ${minutes} minutes. Resume the run to wait again.`,
      );
    } finally {
      budget.startClock();
    }
  }

  /** Decides whether rollouts that have their rewards are trained on. */
  async #endSampling(iteration: IterationRecord): Promise<void> {
    const { run } = this;
    const { rollouts } = this.#context;
    const sampled = await rollouts.ofIteration(run.id, iteration.iteration);
    const now = new Date().toISOString();
    if (!hasSpread(sampled)) {
      this.#endedNow.add(iteration.iteration);
      await this.#update(iteration, { state: "no_signal", sampled_at: now, ended_at: now });
      await rollouts.dropHistories(run.id, iteration.iteration);
      return;
    }
    await this.#update(iteration, { state: "sending", sampled_at: now });
  }

  /** Sends the iteration's job. Its id is stored first, so that a restart can find out whether it was sent. */
  async #send({ tasks, port }: Opened, iteration: IterationRecord): Promise<void> {
    let sending = iteration;
    try {
      const intended = port.intendedJob(iteration);
      sending = await this.#update(iteration, { state: "sending", job_id: intended, problem: null });
      const jobId = await sendJob(this.#context.rollouts, this.run, { port, tasks }, sending, intended);
      await this.#update(sending, { state: "training", job_id: jobId });
    } catch (error) {
      if (!(error instanceof JobLostError)) throw error;
      await this.#update(sending, { state: "failed", job_id: null, problem: error.message });
      this.rest("paused", `The job of iteration ${iteration.iteration} was not started: ${error.message}`);
    }
  }

  async #train({ port }: Opened, iteration: IterationRecord): Promise<void> {
    const { job_id: jobId, failed_jobs: failed } = iteration;
    if (jobId === null) throw new Error(`Iteration ${iteration.iteration} trains without a job.`);
    const end = await port.ended(jobId, this.#resting.signal).catch((error: unknown) => {
      if (!(error instanceof JobLostError)) throw error;
      this.rest("paused", error.message);
      return null;
    });
    if (end === null) return;
    const now = new Date().toISOString();
    if (end.state === "completed") {
      this.#endedNow.add(iteration.iteration);
      const metrics = end.metrics === undefined ? null : JSON.stringify(end.metrics);
      await this.#update(iteration, { state: "done", step: end.step, ended_at: now, metrics });
      await this.#context.rollouts.dropHistories(this.run.id, iteration.iteration);
      return;
    }
    // The next job of these rollouts has another id. A job that ended because the service stopped is sent again
    // automatically.
    const isInterrupted = end.state === "interrupted";
    await this.#update(iteration, {
      state: isInterrupted ? "sending" : "failed",
      problem: isInterrupted ? null : end.problem,
      failed_jobs: failed + 1,
      // The next job has another id.
      job_id: port.progress === null ? jobId : null,
    });
    if (!isInterrupted) this.rest("paused", `The job of iteration ${iteration.iteration} failed: ${end.problem}`);
  }

  async #update(
    iteration: IterationRecord,
    values: Parameters<TrainingRunRecords["updateIteration"]>[1],
  ): Promise<IterationRecord> {
    const updated = await this.#context.records.updateIteration(iteration, values);
    this.#iterations[iteration.iteration - 1] = updated;
    return updated;
  }

  async #settle(): Promise<void> {
    let rest = this.#rest;
    if (rest === null) return;
    const hasEnded = rest.state !== "paused";
    const last = this.#iterations.at(-1);
    // This includes a job that was sent at the moment of the stop.
    if (rest.state === "stopped" && last && (await this.#port?.cancelJobOf(last)) === false)
      rest = { ...rest, reason: stoppedWithJob(last) };
    await this.#context.records.update(this.run.id, {
      ...rest,
      active_ms: this.activeMs,
      ...(hasEnded ? { ended_at: new Date().toISOString() } : {}),
    });
  }
}

/** The reason of a stopped run whose job a remote service continues. */
export function stoppedWithJob({ job_id: jobId }: IterationRecord): string {
  return `Stopped. The job ${jobId} continues on its service, since the interface has no operation that cancels it.`;
}

/** True when a job of the iteration created a checkpoint. */
const hasLearned = ({ state }: IterationRecord) => state === "done";

/** True when the rewards of some group differ. */
function hasSpread(rollouts: readonly SampledRollout[]): boolean {
  return [...byTask(rollouts).values()].some((group) =>
    hasSignal(sumsOf(group.flatMap(({ reward }) => (reward === null ? [] : [reward])))),
  );
}
