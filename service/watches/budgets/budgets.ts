import { v7 as uuid7 } from "uuid";
import type { BudgetStatus } from "@/lib/api/contract/costs/budgets";
import type { InputOf } from "@/lib/api/contract/operations";
import { isUniqueViolation } from "@/lib/sqlite/open-sqlite";
import { daysOfSpend, forecastOf } from "@/service/completion/budgets/budget-forecast";
import { periodAt } from "@/service/completion/budgets/budget-period";
import { type BudgetRecord, BudgetRecords } from "@/service/completion/budgets/budget-records";
import {
  readDailySpend,
  readOwnSpend,
  readSpend,
  type Spend,
  type SpendReader,
} from "@/service/completion/budgets/budget-spend";
import type { Identity } from "@/service/kernel/access/identity";
import { ConflictError, NotFoundError } from "@/service/kernel/errors/service-errors";
import type { ServiceState } from "@/service/kernel/state/open-state";
import { ChannelIds } from "@/service/watches/channels/channel-ids";
import { WatchRecords } from "@/service/watches/rules/watch-records";
import { watchIdOfBudget } from "./budget-event";

/** The budgets of projects, as people see and change them. */
export class Budgets {
  readonly #state: ServiceState;
  readonly #records: BudgetRecords;
  readonly #now: () => number;

  /** @param now the clock of tests */
  constructor(state: ServiceState, now: () => number = Date.now) {
    this.#state = state;
    this.#records = new BudgetRecords(state);
    this.#now = now;
  }

  async list(context: SpendReader, projectId: string): Promise<BudgetStatus[]> {
    const records = await this.#records.list(projectId);
    return await Promise.all(records.map((record) => this.#described(context, record)));
  }

  /** Creates or changes a budget. @throws NotFoundError, ConflictError for a name that is taken */
  async save(
    context: SpendReader,
    { project_id: projectId, budget_id: id, settings }: InputOf<"budgets.save">["body"],
    { userId }: Identity,
  ): Promise<BudgetStatus> {
    const before = id ? await this.#find(projectId, id) : null;
    await new ChannelIds(this.#state).require(projectId, settings.channel_ids);
    const record = { id: before?.id ?? uuid7(), projectId, settings, userId: before?.userId ?? userId };
    try {
      await this.#records.save(record);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new ConflictError(`Another budget has the name ${settings.name}.`);
    }
    return await this.#described(context, await this.#find(projectId, record.id));
  }

  /** Deletes a budget with what it told. @throws NotFoundError */
  async remove(projectId: string, id: string): Promise<void> {
    await this.#find(projectId, id);
    await this.#records.remove(id);
    await new WatchRecords(this.#state).remove(watchIdOfBudget(id));
  }

  async #find(projectId: string, id: string): Promise<BudgetRecord> {
    const record = await this.#records.find(projectId, id);
    if (!record) throw new NotFoundError(`Budget ${id.slice(0, 128)} not found`);
    return record;
  }

  async #described(context: SpendReader, record: BudgetRecord): Promise<BudgetStatus> {
    const { id, settings, createdAt, updatedAt, userId } = record;
    const nowMs = this.#now();
    const period = periodAt(settings.period, nowMs);
    const [spend, own, history] = await Promise.all([
      readSpend(context, record, period),
      readOwnSpend(context, record, period),
      readDailySpend(context, record, nowMs),
    ]);
    const days = daysOfSpend(history);
    const wireTime = (timeMs: number) => new Date(timeMs).toISOString();
    return {
      ...{ id, settings, state: stateOf(settings, spend) },
      ...{ from: wireTime(period.fromMs), until: wireTime(period.untilMs) },
      ...{ spent_usd: spend.usd, blockable_usd: own.usd, unpriced_tokens: spend.unpricedTokens },
      ...{ forecast: forecastOf(days, spend.usd, period, nowMs), history_days: days.length },
      ...{ created_at: createdAt, created_by: userId, updated_at: updatedAt },
    };
  }
}

function stateOf({ limit_usd: limit, warn_percent: percent }: BudgetRecord["settings"], { usd }: Spend) {
  if (usd >= limit) return "reached";
  return percent !== null && usd >= (limit * percent) / 100 ? "warned" : "ok";
}
