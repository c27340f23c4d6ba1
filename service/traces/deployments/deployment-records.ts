import type { Selectable } from "kysely";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { StateSchema } from "@/service/kernel/state/state-schema";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";

export interface DeploymentRecord {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly at: EngineTime;
  readonly note: string;
  readonly url: string | null;
  readonly userId: string | null;
}

/** Inclusive start, exclusive end; null for none. */
export interface TimeSpan {
  readonly after: EngineTime | null;
  readonly before: EngineTime | null;
}

function recordOf({ project_id, user_id, ...row }: Selectable<StateSchema["deployment"]>): DeploymentRecord {
  const { id, name, at, note, url } = row;
  return { id, name, at, note, url, projectId: project_id, userId: user_id };
}

/** The deployments of all projects, in the service's state. */
export class DeploymentRecords {
  readonly #state: ServiceState;

  constructor(state: ServiceState) {
    this.#state = state;
  }

  /** The newest deployments of a range, the earliest first. */
  async list(projectId: string, { after, before }: TimeSpan, limit: number): Promise<DeploymentRecord[]> {
    let query = this.#state.selectFrom("deployment").selectAll().where("project_id", "=", projectId);
    if (after !== null) query = query.where("at", ">=", after);
    if (before !== null) query = query.where("at", "<", before);
    const rows = await query.orderBy("at", "desc").orderBy("name", "desc").limit(limit).execute();
    return rows.map(recordOf).reverse();
  }

  /** Adds a deployment, or replaces what is said of the one of the same name and time, whose id is returned. */
  async save({ id, projectId, name, at, note, url, userId }: DeploymentRecord): Promise<string> {
    const row = await this.#state
      .insertInto("deployment")
      .values({ id, project_id: projectId, name, at, note, url, user_id: userId })
      .onConflict((conflict) => conflict.columns(["project_id", "at", "name"]).doUpdateSet({ note, url }))
      .returning("id")
      .executeTakeFirstOrThrow();
    return row.id;
  }

  /** Returns false where the project has no deployment of this id. */
  async remove(projectId: string, id: string): Promise<boolean> {
    const query = this.#state.deleteFrom("deployment").where("project_id", "=", projectId).where("id", "=", id);
    return (await query.executeTakeFirst()).numDeletedRows > 0n;
  }
}
