import { type Selectable, sql } from "kysely";
import { jsonMembers, jsonText } from "@/lib/postgres/json-columns";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { StateSchema } from "@/service/kernel/state/state-schema";
import type { AnswerShares } from "@/service/training/answers/answer-shares";

/** The key of a rollout in its run. */
export interface RolloutKey {
  readonly iteration: number;
  readonly task: number;
  readonly rollout: number;
  /** The number of earlier failures. */
  readonly attempt: number;
}

/** A rollout that has ended. */
export interface RolloutRecord extends RolloutKey {
  readonly callId: string;
  readonly endedAt: string;
  readonly error: string | null;
  /** Null when it failed, or waits for a label. */
  readonly reward: number | null;
  readonly tokens: number;
  /** Null when a model has no price. */
  readonly costUsd: number | null;
  readonly answer: string | null;
  readonly finishReason: string | null;
  readonly scores: Readonly<Record<string, unknown>>;
  /** The scores as numbers, as they count in the reward. */
  readonly values: Readonly<Record<string, number>>;
  readonly latencyMs: number;
  /** Requests to the model. */
  readonly turns: number;
  /** Its messages when it called tools; otherwise empty. */
  readonly steps: readonly RolloutStep[];
}

/** A rollout with what it is trained on. */
export interface SampledRollout extends RolloutRecord {
  /** The model's choices, with the messages of tools between them; null when it failed, or was sent already. */
  readonly history: readonly Readonly<Record<string, unknown>>[] | null;
}

/** The spending of a run. */
export interface Spending {
  readonly tokens: number;
  /** Null when a model has no price. */
  readonly costUsd: number | null;
}

/** The sums over the rollouts of one task in one iteration. */
export interface GroupSums {
  readonly iteration: number;
  readonly task: number;
  /** Rollouts with a reward, their sum, and the sum of their squares. */
  readonly count: number;
  readonly sum: number;
  readonly squares: number;
  readonly min: number | null;
  readonly max: number | null;
  /** Rollouts that did not fail, with a reward or without. */
  readonly answered: number;
  readonly errors: number;
  /** One of the errors; null when none failed. */
  readonly error: string | null;
  readonly tokens: number;
  readonly costUsd: number;
  /** Rollouts whose cost is not known. */
  readonly unpriced: number;
}

type Result = Pick<RolloutRecord, "answer" | "finishReason" | "scores" | "values" | "latencyMs" | "turns" | "steps">;

/** A message of a rollout that called tools. */
export interface RolloutStep {
  readonly role: "assistant" | "tool";
  /** The first characters: the content, then each tool call as its name with its arguments. */
  readonly text: string;
}

/** Members that rollouts of older versions lack. */
const SINGLE_ANSWER = { turns: 1, steps: [] };

const COLUMNS = [
  "iteration",
  "task",
  "rollout",
  "attempt",
  "call_id",
  "ended_at",
  "error",
  "reward",
  "tokens",
  "cost_usd",
  "result",
] as const;

function recordOf(row: Omit<Selectable<StateSchema["training_rollout"]>, "run_id" | "choice">): RolloutRecord {
  const { iteration, task, rollout, attempt, error, reward, tokens } = row;
  return {
    iteration,
    task,
    rollout,
    attempt,
    callId: row.call_id,
    endedAt: row.ended_at,
    error,
    reward,
    tokens,
    costUsd: row.cost_usd,
    ...SINGLE_ANSWER,
    ...(JSON.parse(row.result) as Result),
  };
}

/** Older versions stored the single choice of a rollout. */
function historyIn(stored: unknown): SampledRollout["history"] {
  return (Array.isArray(stored) ? stored : [stored]) as SampledRollout["history"];
}

/** The ended rollouts of training runs, in the service's state. */
export class RolloutRecords {
  readonly #state: ServiceState;

  constructor(state: ServiceState) {
    this.#state = state;
  }

  /** Adds a rollout; one that failed before is replaced. */
  async add(runId: string, record: SampledRollout): Promise<void> {
    const { answer, finishReason, scores, values, latencyMs, turns, steps } = record;
    const result: Result = { answer, finishReason, scores, values, latencyMs, turns, steps };
    const row = {
      run_id: runId,
      iteration: record.iteration,
      task: record.task,
      rollout: record.rollout,
      attempt: record.attempt,
      call_id: record.callId,
      ended_at: record.endedAt,
      error: record.error,
      reward: record.reward,
      tokens: record.tokens,
      cost_usd: record.costUsd,
      result: JSON.stringify(result),
      choice: record.history === null ? null : JSON.stringify(record.history),
    };
    await this.#state
      .insertInto("training_rollout")
      .values(row)
      .onConflict((conflict) => conflict.columns(["run_id", "iteration", "task", "rollout"]).doUpdateSet(row))
      .execute();
  }

  /** Returns when the newest rollout of a run ended; null without any. */
  async lastEnd(runId: string): Promise<string | null> {
    const query = this.#state.selectFrom("training_rollout").where("run_id", "=", runId);
    return (await query.select(({ fn }) => fn.max("ended_at").as("last")).executeTakeFirst())?.last ?? null;
  }

  /** The sums of a run's groups by iteration and task, after an iteration. */
  async groupSums(runId: string, afterIteration = 0): Promise<GroupSums[]> {
    return await this.#state
      .selectFrom("training_rollout")
      .select([
        "iteration",
        "task",
        sql<number>`count(reward)`.as("count"),
        sql<number>`coalesce(sum(reward), 0)`.as("sum"),
        sql<number>`coalesce(sum(reward * reward), 0)`.as("squares"),
        sql<number | null>`min(reward)`.as("min"),
        sql<number | null>`max(reward)`.as("max"),
        sql<number>`count(*) - count(error)`.as("answered"),
        sql<number>`count(error)`.as("errors"),
        sql<string | null>`min(error)`.as("error"),
        sql<number>`sum(tokens)`.as("tokens"),
        sql<number>`coalesce(sum(cost_usd), 0)`.as("costUsd"),
        sql<number>`count(*) - count(cost_usd)`.as("unpriced"),
      ])
      .where("run_id", "=", runId)
      .where("iteration", ">", afterIteration)
      .groupBy(["iteration", "task"])
      .orderBy("iteration")
      .orderBy("task")
      .execute();
  }

  /** The means of a run's scores by iteration, after an iteration. */
  async scoreMeans(runId: string, afterIteration = 0): Promise<ReadonlyMap<number, Readonly<Record<string, number>>>> {
    const score = jsonMembers(this.#state, "training_rollout.result", "values");
    const { rows } = await sql<{ iteration: number; name: string; mean: number }>`
      select iteration, ${score.name} as name, avg(${score.number}) as mean
      from training_rollout, ${score.rows}
      where run_id = ${runId} and iteration > ${afterIteration} and error is null
      group by iteration, ${score.name}`.execute(this.#state);
    const means = new Map<number, Record<string, number>>();
    for (const { iteration, name, mean } of rows) means.set(iteration, { ...means.get(iteration), [name]: mean });
    return means;
  }

  /** The shares of a run's repeated and truncated answers by iteration, after an iteration. */
  async answerShares(runId: string, afterIteration = 0): Promise<ReadonlyMap<number, AnswerShares>> {
    const answer = jsonText(this.#state, "result", ["answer"]);
    const reason = jsonText(this.#state, "result", ["finishReason"]);
    const { rows } = await sql<AnswerShares & { iteration: number }>`
      select iteration,
        cast(sum(answers - different) as double precision)
          / nullif(sum(case when answers > 1 then answers - 1 else 0 end), 0) as repeats,
        cast(sum(cut) as double precision) / nullif(sum(ended), 0) as truncated
      from (
        select iteration, task, count(${answer}) as answers, count(distinct ${answer}) as different,
          count(${reason}) as ended, sum(case when ${reason} = 'length' then 1 else 0 end) as cut
        from training_rollout
        where run_id = ${runId} and iteration > ${afterIteration} and error is null
        group by iteration, task
      ) as answers_of_task
      group by iteration`.execute(this.#state);
    return new Map(rows.map(({ iteration, repeats, truncated }) => [iteration, { repeats, truncated }]));
  }

  /** Returns the rollouts of one iteration by task and position, with their histories unless a job has stored those. */
  async ofIteration(runId: string, iteration: number): Promise<SampledRollout[]> {
    const rows = await this.#state
      .selectFrom("training_rollout")
      .select([...COLUMNS, "choice"])
      .where("run_id", "=", runId)
      .where("iteration", "=", iteration)
      .orderBy("task")
      .orderBy("rollout")
      .execute();
    return rows.map((row) => ({
      ...recordOf(row),
      history: row.choice === null ? null : historyIn(JSON.parse(row.choice)),
    }));
  }

  /** Drops the histories of an iteration, which its job has stored. */
  async dropHistories(runId: string, iteration: number): Promise<void> {
    await this.#state
      .updateTable("training_rollout")
      .set({ choice: null })
      .where("run_id", "=", runId)
      .where("iteration", "=", iteration)
      .execute();
  }
}
