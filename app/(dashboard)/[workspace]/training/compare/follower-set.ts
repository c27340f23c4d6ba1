import { ReadableStore } from "@/lib/store/readable-store";
import type { FollowState, JobFollower } from "@/lib/training/events/job-follower";

/** A followed job and its state. */
export interface FollowedJob {
  readonly id: string;
  readonly state: FollowState;
}

interface Running {
  readonly follower: JobFollower;
  abort: AbortController;
}

/** Several jobs that are followed at once, each from its first event to its last. */
export class FollowerSet extends ReadableStore<readonly FollowedJob[]> {
  readonly #make: (id: string) => JobFollower;
  readonly #running = new Map<string, Running>();

  constructor(make: (id: string) => JobFollower) {
    super([]);
    this.#make = make;
  }

  /** Follows exactly these jobs; jobs that stay keep their data. */
  follow(ids: readonly string[]): void {
    for (const [id, { abort }] of this.#running) {
      if (ids.includes(id)) continue;
      abort.abort();
      this.#running.delete(id);
    }
    for (const id of ids) {
      const known = this.#running.get(id);
      if (known === undefined) this.#start(id, this.#newFollower(id));
      else if (known.abort.signal.aborted) this.#start(id, known.follower);
    }
    this.#notify(ids);
  }

  /** Resumes at once after the loaded events: for a job whose reading ended or waits. */
  retry(id: string): void {
    const known = this.#running.get(id);
    if (!known) return;
    known.abort.abort();
    this.#start(id, known.follower);
  }

  stop(): void {
    for (const { abort } of this.#running.values()) abort.abort();
  }

  #newFollower(id: string): JobFollower {
    const follower = this.#make(id);
    follower.subscribe(() => this.#notify(this.getState().map((followed) => followed.id)));
    return follower;
  }

  #start(id: string, follower: JobFollower): void {
    const abort = new AbortController();
    this.#running.set(id, { follower, abort });
    void follower.follow(abort.signal);
  }

  #notify(ids: readonly string[]): void {
    this.setState(
      ids.flatMap((id) => {
        const running = this.#running.get(id);
        return running ? [{ id, state: running.follower.getState() }] : [];
      }),
    );
  }
}
