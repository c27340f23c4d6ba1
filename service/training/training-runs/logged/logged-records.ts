import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import { v7 as uuid7 } from "uuid";
import { readIsoTime } from "@/lib/api/contract/scalars/iso-time";
import type { LoggedRollout, TrainingRunLog } from "@/lib/api/contract/training-runs/logged-runs";
import { NotFoundError } from "@/service/kernel/errors/service-errors";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { StateSchema } from "@/service/kernel/state/state-schema";
import { recordEvent } from "@/service/traces/events/record-event";
import {
  deleteProfile,
  type ProfileSelection,
  profileCondition,
  storeLoggedProfile,
} from "@/service/training/training-runs/profiles/run-profiles";
import { trainingRunEnded } from "@/service/training/training-runs/records/ended-event";
import { ColumnCache } from "./column-cache";
import { type IterationUpdate, storeIterations } from "./logged-iterations";
import type { LoggedRolloutRecord, RolloutContent } from "./logged-rollout-record";
import { loggedSums } from "./logged-sums";
import { hasLoggedText, readLoggedText, storeLoggedText } from "./logged-text";
import { notFiniteIn } from "./not-finite";
import { offPolicyMetric } from "./off-policy-metric";

/** Precedes the id of a logged run as clients see it. */
export const LOGGED_PREFIX = "log:";

export type LoggedRunRecord = Selectable<StateSchema["logged_run"]>;

interface LoggedRunsPlace extends ProfileSelection {
  readonly limit: number;
  readonly before: string | null;
  readonly words: readonly string[];
}

/** SQLite limits the parameters of a statement. */
const ROWS_PER_INSERT = 100;

const MS_PER_SECOND = 1000;

/** Returns the iterations at which a run began again from an earlier checkpoint, in order. */
export const restartsOf = ({ restarts }: Pick<LoggedRunRecord, "restarts">): readonly number[] =>
  restarts === null ? [] : (JSON.parse(restarts) as number[]);

const digestOf = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex");

/** A program that gives rollouts their places sends an iteration in parts. */
const isPart = (rollouts: readonly LoggedRollout[]) => rollouts.some(({ rollout }) => rollout != null);

/** Rollouts without a task are grouped by their messages. */
const taskNameOf = ({ task, messages }: LoggedRollout): string =>
  task == null ? `messages:${digestOf(messages)}` : `task:${task}`;

function recordOf(row: Selectable<StateSchema["logged_rollout"]>): LoggedRolloutRecord {
  const { task, rollout, reward, error, tokens } = row;
  const content = JSON.parse(row.content) as RolloutContent;
  return { task, rollout, reward, error, tokens, loggedAt: row.logged_at, content };
}

/** Runs that other programs log, in the service's state. */
export class LoggedRuns {
  /** The iterations, by run. */
  readonly columns: ColumnCache;
  readonly #state: ServiceState;

  constructor(state: ServiceState) {
    this.#state = state;
    this.columns = new ColumnCache(state);
  }

  /**
   * Stores an iteration. Logging the same data again changes only the time of the update.
   *
   * @returns the run, the number of its iterations, and of the iteration's rollouts so far
   */
  async log(body: TrainingRunLog, userId: string) {
    const now = new Date().toISOString();
    return await this.#state.transaction().execute(async (transaction) => {
      const run = await beginOrUpdate(transaction, body, userId, now);
      const owner = { project_id: run.project_id, run_id: `${LOGGED_PREFIX}${run.id}`, user_id: userId };
      await storeLoggedProfile(transaction, owner, saidProfile(body));
      const { updates, rollouts } = await updatesOf(transaction, run.id, body, now);
      const began = await storeIterations(transaction, run.id, updates, run.last_iteration ?? 0, now);
      await storeCourse(transaction, run, [...began, ...body.restarts], updates.at(-1)?.iteration);
      await storeNotFinite(transaction, run.id, updates);
      const isTextStored = body.printed == null ? null : await storeLoggedText(transaction, run.id, body.printed);
      return { run, rollouts, isTextStored, iterations: await countRows(transaction, "logged_iteration", run.id) };
    });
  }

  /** @throws NotFoundError for an unknown run, or one of another project */
  async find(projectId: string, id: string): Promise<LoggedRunRecord> {
    const row = await this.#state
      .selectFrom("logged_run")
      .selectAll()
      .where("id", "=", id)
      .where("project_id", "=", projectId)
      .executeTakeFirst();
    if (!row) throw new NotFoundError(`Training run log:${id.slice(0, 128)} not found`);
    return row;
  }

  /** Returns the runs of all projects that were logged to since a time: those that go on, and those that ended. */
  async loggedSince(time: string): Promise<LoggedRunRecord[]> {
    return await this.#state.selectFrom("logged_run").selectAll().where("updated_at", ">=", time).execute();
  }

  /** Returns the runs of a project, the newest first: those whose name, model, state or profile have each of the words. */
  async list(projectId: string, place: LoggedRunsPlace) {
    const { limit, before, words } = place;
    let query = this.#state
      .selectFrom("logged_run")
      .leftJoin("run_profile", (join) =>
        join
          .onRef("run_profile.project_id", "=", "logged_run.project_id")
          .on(({ eb, ref }) => eb("run_profile.run_id", "=", eb(eb.val(LOGGED_PREFIX), "||", ref("logged_run.id")))),
      )
      .selectAll("logged_run")
      .where("logged_run.project_id", "=", projectId)
      .where(profileCondition(["logged_run.name", "logged_run.model", "logged_run.state"], words, place));
    if (before !== null) {
      const from = this.#state.selectFrom("logged_run").select("seq").where("id", "=", before);
      query = query.where("logged_run.seq", "<", from);
    }
    return await query.orderBy("logged_run.seq", "desc").limit(limit).execute();
  }

  /** Returns the rollouts of an iteration, by task and position. */
  async rollouts(runId: string, iteration: number): Promise<LoggedRolloutRecord[]> {
    return await rolloutsOf(this.#state, runId, iteration);
  }

  /** Returns what the program of a run printed; empty without any. */
  async printed(runId: string): Promise<Buffer> {
    return await readLoggedText(this.#state, runId);
  }

  /** Returns whether anything that the program of a run printed is stored. */
  async hasPrinted(runId: string): Promise<boolean> {
    return await hasLoggedText(this.#state, runId);
  }

  /** Returns the number of tasks of a run. */
  async taskCount(runId: string): Promise<number> {
    return await countRows(this.#state, "logged_task", runId);
  }

  /** @throws NotFoundError */
  async delete(projectId: string, id: string): Promise<void> {
    const run = await this.find(projectId, id);
    await this.columns.packed();
    await this.#state.transaction().execute(async (transaction) => {
      for (const table of [
        "logged_rollout",
        "logged_task",
        "logged_text",
        "logged_iteration",
        "packed_iterations",
      ] as const)
        await transaction.deleteFrom(table).where("run_id", "=", run.id).execute();
      await deleteProfile(transaction, projectId, `${LOGGED_PREFIX}${run.id}`);
      for (const table of ["run_watch", "run_watch_rules"] as const)
        await transaction.deleteFrom(table).where("run_id", "=", `${LOGGED_PREFIX}${run.id}`).execute();
      await transaction.deleteFrom("logged_run").where("id", "=", run.id).execute();
    });
    this.columns.forget(run.id);
  }
}

/** What a program says about its run. */
const saidProfile = ({ tags, group, notes }: TrainingRunLog) => ({
  ...(tags == null ? {} : { tags }),
  ...(group == null ? {} : { group }),
  ...(notes == null ? {} : { notes }),
});

/** Returns where a run was started, with what is new of it. */
function mergedOrigin(before: string | null, said: TrainingRunLog["origin"]): string | null {
  const known = Object.entries(said ?? {}).filter(([, value]) => value != null);
  if (known.length === 0) return before;
  const stored = before === null ? {} : (JSON.parse(before) as object);
  return JSON.stringify({ ...stored, ...Object.fromEntries(known) });
}

async function beginOrUpdate(state: ServiceState, body: TrainingRunLog, userId: string, now: string) {
  const found = await state
    .selectFrom("logged_run")
    .selectAll()
    .where("project_id", "=", body.project_id)
    .where("name", "=", body.run)
    .executeTakeFirst();
  const changed = {
    model: body.model ?? found?.model ?? null,
    config: body.config == null ? (found?.config ?? null) : JSON.stringify(body.config),
    origin: mergedOrigin(found?.origin ?? null, body.origin),
    seconds: body.seconds ?? found?.seconds ?? null,
    // Logging to a run that has ended continues it.
    state: body.state ?? "running",
    reason: body.reason ?? null,
    updated_at: now,
  };
  if (found) {
    await state.updateTable("logged_run").set(changed).where("id", "=", found.id).execute();
    const run = { ...found, ...changed };
    if (found.state !== run.state) await recordEndOf(state, run, found.updated_at);
    return run;
  }
  const row = {
    id: uuid7(),
    project_id: body.project_id,
    name: body.run,
    created_at: now,
    user_id: userId,
    ...changed,
    restarts: null,
    last_iteration: null,
    not_finite: null,
  };
  const run = await state.insertInto("logged_run").values(row).returningAll().executeTakeFirstOrThrow();
  await recordEndOf(state, run, "begun");
  return run;
}

/** Stores the event of a run that ends with what is logged. @param end what it follows, so that two at once end it once */
async function recordEndOf(state: ServiceState, run: LoggedRunRecord, end: string): Promise<void> {
  if (run.state === "running") return;
  const { project_id: projectId, id, name, updated_at: at } = run;
  const ended = { projectId, runId: `${LOGGED_PREFIX}${id}`, name, state: run.state, at, end };
  await recordEvent(state, trainingRunEnded(ended));
}

/** Notes metrics that were not numbers, which are not stored with the others. */
async function storeNotFinite(state: ServiceState, runId: string, updates: readonly IterationUpdate[]): Promise<void> {
  const found = notFiniteIn(updates);
  if (found === null) return;
  await state
    .updateTable("logged_run")
    .set({ not_finite: JSON.stringify(found) })
    .where("id", "=", runId)
    .execute();
}

async function countRows(state: ServiceState, table: "logged_iteration" | "logged_task", runId: string) {
  const { count } = await state
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("run_id", "=", runId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the positions of tasks by name, and adds new tasks. */
async function positionsOf(state: ServiceState, runId: string, names: readonly string[]) {
  const positions = new Map<string, number>();
  let next = await countRows(state, "logged_task", runId);
  for (const name of new Set(names)) {
    const found = await state
      .selectFrom("logged_task")
      .select("position")
      .where("run_id", "=", runId)
      .where("name", "=", name)
      .executeTakeFirst();
    positions.set(name, found?.position ?? next);
    if (found) continue;
    await state.insertInto("logged_task").values({ run_id: runId, name, position: next }).execute();
    next += 1;
  }
  return positions;
}

/** Returns whether it replaced rollouts of an earlier pass over the iteration. */
async function addRollouts(
  state: ServiceState,
  runId: string,
  iteration: number,
  rollouts: readonly LoggedRollout[],
  now: string,
): Promise<boolean> {
  const named = rollouts.map((one) => ({ one, name: taskNameOf(one) }));
  const positions = await positionsOf(
    state,
    runId,
    named.map(({ name }) => name),
  );
  const isRepeated = !isPart(rollouts) && (await removeReplaced(state, runId, iteration, [...positions.values()]));
  const places = new Map<string, number>();
  const rows = new Map<string, StateSchema["logged_rollout"]>();
  for (const { one, name } of named) {
    const task = positions.get(name) ?? 0;
    const rollout = one.rollout ?? places.get(name) ?? 0;
    places.set(name, rollout + 1);
    const { messages, answer, scores, finish_reason, call_id, trace_id, weight_version } = one;
    rows.set(`${task} ${rollout}`, {
      run_id: runId,
      iteration,
      task,
      rollout,
      reward: one.reward ?? null,
      error: one.error ?? null,
      tokens: one.tokens ?? null,
      logged_at: now,
      content: JSON.stringify({ messages, answer, scores, finish_reason, call_id, trace_id, weight_version }),
    });
  }
  const all = [...rows.values()];
  for (let at = 0; at < all.length; at += ROWS_PER_INSERT) {
    await state
      .insertInto("logged_rollout")
      .values(all.slice(at, at + ROWS_PER_INSERT))
      .onConflict((conflict) =>
        conflict.columns(["run_id", "iteration", "task", "rollout"]).doUpdateSet(({ ref }) => ({
          reward: ref("excluded.reward"),
          error: ref("excluded.error"),
          tokens: ref("excluded.tokens"),
          logged_at: ref("excluded.logged_at"),
          content: ref("excluded.content"),
        })),
      )
      .execute();
  }
  return isRepeated;
}

/**
 * Removes the rollouts that a request replaces: the groups of its tasks, and with them all others of the iteration if the
 * program has logged another iteration meanwhile, as after a restart from a checkpoint. Rollouts of other tasks alone replace
 * nothing: they may be those of another worker. Returns whether the iteration was such a repetition.
 */
async function removeReplaced(state: ServiceState, runId: string, iteration: number, tasks: readonly number[]) {
  if (tasks.length === 0) return false;
  const own = state
    .selectFrom("logged_iteration")
    .select("updated_at")
    .where("run_id", "=", runId)
    .where("iteration", "=", iteration);
  const later = await state
    .selectFrom("logged_iteration")
    .select("iteration")
    .where("run_id", "=", runId)
    .where("updated_at", ">", own)
    .limit(1)
    .executeTakeFirst();
  const earlier = state.deleteFrom("logged_rollout").where("run_id", "=", runId).where("iteration", "=", iteration);
  let replaced = 0n;
  for (const task of tasks) replaced += (await earlier.where("task", "=", task).executeTakeFirst()).numDeletedRows;
  const isRepeated = later !== undefined && replaced > 0n;
  if (isRepeated) await earlier.execute();
  return isRepeated;
}

async function rolloutsOf(state: ServiceState, runId: string, iteration: number): Promise<LoggedRolloutRecord[]> {
  const rows = await state
    .selectFrom("logged_rollout")
    .selectAll()
    .where("run_id", "=", runId)
    .where("iteration", "=", iteration)
    .orderBy("task")
    .orderBy("rollout")
    .execute();
  return rows.map(recordOf);
}

/** Returns the iterations of a request, after its rollouts were stored, and how many rollouts its own one has. */
async function updatesOf(state: ServiceState, runId: string, body: TrainingRunLog, now: string) {
  const { iteration, metrics } = body;
  const others = body.iterations.map(({ at, ...one }): IterationUpdate => ({ ...one, ...endOf(at) }));
  if (iteration == null) return { updates: others, rollouts: 0 };
  const isRepeated = await addRollouts(state, runId, iteration, body.rollouts, now);
  const rollouts = await rolloutsOf(state, runId, iteration);
  const sums = rollouts.length === 0 ? null : loggedSums(iteration, rollouts);
  return {
    updates: [
      {
        iteration,
        metrics: { ...offPolicyMetric(iteration, rollouts), ...metrics },
        sums,
        isRepeated,
        ...endOf(body.at),
      },
      ...others,
    ],
    rollouts: rollouts.length,
  };
}

/** When an iteration ended, as it is stored; without a time, that of the request. */
function endOf(at: TrainingRunLog["at"]): Pick<IterationUpdate, "at"> {
  if (at === undefined) return {};
  return { at: at === null ? null : isoTime(at) };
}

/** @param time ISO 8601, in UTC without a zone; or seconds since 1970 */
function isoTime(time: string | number): string {
  const ms = typeof time === "number" ? time * MS_PER_SECOND : (readIsoTime(time)?.secondMs ?? Number.NaN);
  return Number.isFinite(ms) ? new Date(ms).toISOString() : "";
}

/** Stores where a run began again, and which iteration came last. */
async function storeCourse(
  state: ServiceState,
  run: Pick<LoggedRunRecord, "id" | "restarts" | "last_iteration">,
  began: readonly number[],
  last: number | undefined,
): Promise<void> {
  const known = restartsOf(run);
  const restarts = [...new Set([...known, ...began])].sort((left, right) => left - right);
  if (restarts.length === known.length && (last === undefined || last === run.last_iteration)) return;
  await state
    .updateTable("logged_run")
    .set({
      restarts: restarts.length === 0 ? null : JSON.stringify(restarts),
      last_iteration: last ?? run.last_iteration,
    })
    .where("id", "=", run.id)
    .execute();
}
