import { isPostgres } from "@/lib/postgres/database-kind";
import { withSharedLock, withSoleLock } from "@/lib/postgres/session-lock";
import { Mutex } from "@/lib/sqlite/mutex";
import type { TrainingState } from "@/service/training/state/training-state";

const NAME = "heddle_training blobs";

/** Protects bodies that no row names yet from deletion by this process and by others that share its database. */
export class BlobLock {
  readonly #state: TrainingState;
  readonly #mutex = new Mutex();

  constructor(state: TrainingState) {
    this.#state = state;
  }

  /** Runs a step that stores a body and the rows that name it. */
  async whileStoring<Result>(step: () => Promise<Result>): Promise<Result> {
    return await this.#alone(() => (isPostgres(this.#state) ? withSharedLock(this.#state, NAME, step) : step()));
  }

  /** Runs a step that deletes bodies, or skips it if other processes store bodies all the time. */
  async whileDeleting(step: () => Promise<void>): Promise<void> {
    await this.#alone(async () => {
      if (isPostgres(this.#state)) await withSoleLock(this.#state, NAME, step);
      else await step();
    });
  }

  async #alone<Result>(step: () => Promise<Result>): Promise<Result> {
    await this.#mutex.lock();
    try {
      return await step();
    } finally {
      this.#mutex.unlock();
    }
  }
}
