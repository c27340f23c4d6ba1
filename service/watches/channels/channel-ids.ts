import { NotFoundError } from "@/service/kernel/errors/service-errors";
import type { ServiceState } from "@/service/kernel/state/open-state";

/** The ids of channels, for what names them without sending. */
export class ChannelIds {
  readonly #state: ServiceState;

  constructor(state: ServiceState) {
    this.#state = state;
  }

  /** @throws NotFoundError for an id that no channel of the project has */
  async require(projectId: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const query = this.#state.selectFrom("watch_channel").select("id").where("project_id", "=", projectId);
    const known = new Set((await query.where("id", "in", ids).execute()).map(({ id }) => id));
    const missing = ids.find((id) => !known.has(id));
    if (missing !== undefined) throw new NotFoundError(`Channel ${missing.slice(0, 128)} not found`);
  }
}
