import { TooBusyError } from "@/service/kernel/errors/service-errors";

/** Queries that run at once: of one project, and of all. A service answers pages meanwhile. */
const OF_PROJECT = 2;
const OF_ALL = 4;

/** Counts the queries that run, and refuses more of them. */
export class SqlTurns {
  readonly #running = new Map<string, number>();

  /** @throws TooBusyError (429) while as many run as may */
  async run<Result>(projectId: string, query: () => Promise<Result>): Promise<Result> {
    const ofProject = this.#running.get(projectId) ?? 0;
    const ofAll = [...this.#running.values()].reduce((sum, count) => sum + count, 0);
    if (ofProject >= OF_PROJECT) throw new TooBusyError(`${OF_PROJECT} queries of this project run. ${AGAIN}`);
    if (ofAll >= OF_ALL) throw new TooBusyError(`${OF_ALL} queries run on this service. ${AGAIN}`);
    this.#running.set(projectId, ofProject + 1);
    try {
      return await query();
    } finally {
      const left = (this.#running.get(projectId) ?? 1) - 1;
      if (left === 0) this.#running.delete(projectId);
      else this.#running.set(projectId, left);
    }
  }
}

const AGAIN = "Run this one when one of them has ended.";
