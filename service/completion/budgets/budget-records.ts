import type { Selectable } from "kysely";
import { type BudgetSettings, budgetSettings } from "@/lib/api/contract/costs/budgets";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { StateSchema } from "@/service/kernel/state/state-schema";

export interface BudgetRecord {
  readonly id: string;
  readonly projectId: string;
  readonly settings: BudgetSettings;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly userId: string;
}

function recordOf(row: Selectable<StateSchema["budget"]>): BudgetRecord {
  return {
    ...{ id: row.id, projectId: row.project_id, createdAt: row.created_at, updatedAt: row.updated_at },
    userId: row.user_id,
    settings: budgetSettings.parse(JSON.parse(row.settings)),
  };
}

/** The budgets of all projects, in the service's state. */
export class BudgetRecords {
  readonly #state: ServiceState;

  constructor(state: ServiceState) {
    this.#state = state;
  }

  async find(projectId: string, id: string): Promise<BudgetRecord | null> {
    const query = this.#state.selectFrom("budget").selectAll().where("id", "=", id);
    const row = await query.where("project_id", "=", projectId).executeTakeFirst();
    return row ? recordOf(row) : null;
  }

  /** The budgets of a project, by their names. */
  async list(projectId: string): Promise<BudgetRecord[]> {
    const query = this.#state.selectFrom("budget").selectAll().where("project_id", "=", projectId);
    return (await query.orderBy("name").execute()).map(recordOf);
  }

  /** The budgets of all projects. */
  async all(): Promise<BudgetRecord[]> {
    return (await this.#state.selectFrom("budget").selectAll().orderBy("seq").execute()).map(recordOf);
  }

  /** Adds a budget, or replaces its settings. */
  async save({ id, projectId, userId, settings }: Omit<BudgetRecord, "createdAt" | "updatedAt">): Promise<void> {
    const now = new Date().toISOString();
    const row = { name: settings.name, updated_at: now, settings: JSON.stringify(settings) };
    await this.#state
      .insertInto("budget")
      .values({ id, project_id: projectId, created_at: now, user_id: userId, ...row })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
      .execute();
  }

  /** Removes a channel from the budgets that tell it. */
  async removeChannel(projectId: string, channelId: string): Promise<void> {
    for (const budget of await this.list(projectId)) {
      const { settings } = budget;
      if (!settings.channel_ids.includes(channelId)) continue;
      const channel_ids = settings.channel_ids.filter((id) => id !== channelId);
      await this.save({ ...budget, settings: { ...settings, channel_ids } });
    }
  }

  async remove(id: string): Promise<void> {
    await this.#state.deleteFrom("budget").where("id", "=", id).execute();
  }
}
