import { failureOf, isAbort } from "@/lib/api/client/request-failure";
import type { ResultOf } from "@/lib/api/contract/operations";
import type { ServiceFailure } from "@/lib/api/contract/service-error";
import { isTerminal, readEvent, type TrainingEvent } from "./training-event";

/**
 * `reading` until all that there is has come, then `listening`; `retrying` while the service or the network is away;
 * `ended` at a job's last event; `failed` where asking again is of no use.
 */
export type FollowPhase = "reading" | "listening" | "retrying" | "ended" | "failed";

export interface FollowState {
  readonly phase: FollowPhase;
  /** All events so far, in the service's order. The list grows in place; `version` says when. */
  readonly events: readonly TrainingEvent[];
  readonly version: number;
  readonly failure: ServiceFailure | null;
}

export interface FollowOutside {
  readonly readPage: (after: string | null, signal: AbortSignal) => Promise<ResultOf<"trainingJobs.events">>;
  /** Resolves after a time, or when the page is looked at again; rejects when stopped. */
  readonly rest: (durationMs: number, signal: AbortSignal) => Promise<void>;
  readonly isHidden: () => boolean;
  readonly now: () => number;
}

const LISTEN_MS = 1000;
const HIDDEN_MS = 15_000;
const LONGEST_RETRY_MS = 15_000;

/** Asking again may help: the service restarts, the network comes back. */
const PASSING: ReadonlySet<ServiceFailure["kind"]> = new Set(["unreachable", "upstream", "unreadable"]);

/**
 * Reads the events of a job from its first to its last. The cursor is the last event that was seen, so a lost network
 * or a restart of the service loses nothing and doubles nothing; what was read stays.
 */
export class JobFollower {
  readonly #events: TrainingEvent[] = [];
  readonly #seen = new Set<string>();
  readonly #listeners = new Set<() => void>();
  readonly #outside: FollowOutside;
  #state: FollowState = { phase: "reading", events: this.#events, version: 0, failure: null };
  #hasCaughtUp = false;

  constructor(outside: FollowOutside) {
    this.#outside = outside;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): FollowState => this.#state;

  /** Reads on until the last event, a failure for good, or a stop. */
  async follow(signal: AbortSignal): Promise<void> {
    let failedTimes = 0;
    while (!signal.aborted && this.#state.phase !== "ended") {
      try {
        const hasMore = await this.#readOn(signal);
        failedTimes = 0;
        if (this.state().phase === "ended" || hasMore) continue;
        await this.#outside.rest(this.#outside.isHidden() ? HIDDEN_MS : LISTEN_MS, signal);
      } catch (error) {
        if (signal.aborted || isAbort(error)) return;
        const failure = failureOf(error);
        if (!PASSING.has(failure.kind)) return this.#tell("failed", failure);
        this.#tell("retrying", failure);
        failedTimes += 1;
        const stopped = await this.#outside
          .rest(Math.min(LONGEST_RETRY_MS, LISTEN_MS * 2 ** (failedTimes - 1)), signal)
          .then(() => false)
          .catch(() => true);
        if (stopped) return;
      }
    }
  }

  async #readOn(signal: AbortSignal): Promise<boolean> {
    const page = await this.#outside.readPage(this.#events.at(-1)?.id ?? null, signal);
    const arrivedMs = this.#hasCaughtUp ? this.#outside.now() : null;
    let isLast = false;
    let added = 0;
    for (const item of page.data) {
      if (this.#seen.has(item.id)) continue;
      const event = readEvent(item, arrivedMs);
      this.#seen.add(event.id);
      this.#events.push(event);
      added += 1;
      isLast ||= isTerminal(event);
    }
    // A page without anything new ends the reading, whatever it says: the cursor would not move.
    const hasMore = page.has_more && added > 0;
    if (!hasMore) this.#hasCaughtUp = true;
    this.#tell(isLast ? "ended" : this.#hasCaughtUp ? "listening" : "reading", null);
    return hasMore;
  }

  #tell(phase: FollowPhase, failure: ServiceFailure | null): void {
    const { events, version } = this.#state;
    this.#state = { phase, events, version: version + 1, failure };
    for (const listener of this.#listeners) listener();
  }
}
