import type { StreamSummary } from "@/lib/api/client/json-lines";
import { failureOf, isAbort, RequestFailure } from "@/lib/api/client/request-failure";
import type { ListResult } from "@/lib/api/client/row-client";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { ResultOf } from "@/lib/api/contract/operations";
import { ReadableStore } from "@/lib/store/readable-store";
import { type EventChunk, packEvents } from "./event-chunk";
import { EventLog } from "./event-log";
import { isTerminal, readEvent } from "./training-event";

/**
 * `reading` until all stored events are loaded, then `listening`; `retrying` while the service or the network is down;
 * `ended` at a job's last event; `failed` where a retry cannot help.
 */
export type FollowPhase = "reading" | "listening" | "retrying" | "ended" | "failed";

export interface FollowState {
  readonly phase: FollowPhase;
  /** All events so far. It grows in place; `version` changes with it. */
  readonly log: EventLog;
  readonly version: number;
  readonly failure: ServiceFailure | null;
  /** Lines of a stream that could not be parsed: events missing from the log. */
  readonly badLineCount: number;
  /** The service says that there are more events, and returns known ones again: later ones cannot be read. */
  readonly isStuck: boolean;
}

/** The last loaded event, and the time used for events that the service reports without one. */
export interface Cursor {
  readonly after: string | null;
  readonly arrivedMs: number | null;
}

export interface FollowerDependencies {
  /** Streams all stored events after the cursor; an extension. */
  readonly readStored: (
    cursor: Cursor,
    onChunk: (chunk: EventChunk) => void,
    signal: AbortSignal,
  ) => Promise<StreamSummary>;
  readonly readPage: (
    after: string | null,
    signal: AbortSignal,
  ) => Promise<ListResult<ResultOf<"trainingJobs.events">>>;
  /** Resolves after a time, or when the page becomes visible; rejects when stopped. */
  readonly rest: (durationMs: number, signal: AbortSignal) => Promise<void>;
  readonly isHidden: () => boolean;
  readonly now: () => number;
}

const POLL_INTERVAL_MS = 1000;
const HIDDEN_POLL_INTERVAL_MS = 15_000;
const MAX_RETRY_DELAY_MS = 15_000;
/** After this many failures in a row the stream is not requested again; pages may still work. */
const MAX_STREAM_FAILURES = 3;
/** While events load, listeners are updated after this growth factor, or after a time. */
const GROWTH = 2;
const MAX_SILENCE_MS = 1000;

/** Failures that a retry may fix: the service restarts, the network returns. */
const PASSING: ReadonlySet<ServiceFailure["kind"]> = new Set(["unreachable", "upstream", "unreadable"]);

/**
 * Reads the events of a job from first to last: stored events as a stream where the service supports it, later ones in
 * pages. The cursor is the last event seen, so a lost network or a restart of the service loses nothing, and the log
 * adds each event once, so nothing is duplicated; loaded events stay.
 */
export class JobFollower extends ReadableStore<FollowState> {
  readonly #log: EventLog;
  readonly #outside: FollowerDependencies;
  #badLineCount = 0;
  #isStuck = false;
  /** The last event of a page that ends with unreadable ones, while no event has been added after it. */
  #passed: { readonly count: number; readonly id: string } | null = null;
  #hasCaughtUp = false;
  /** There may be more than one page. */
  #isBehind = true;
  #streamFailures = 0;
  #notifiedCount = 0;
  #notifiedAtMs = 0;

  constructor(outside: FollowerDependencies) {
    const log = new EventLog();
    super({ phase: "reading", log, version: 0, failure: null, badLineCount: 0, isStuck: false });
    this.#log = log;
    this.#outside = outside;
  }

  /** Reads until the last event, a permanent failure, or a stop. */
  async follow(signal: AbortSignal): Promise<void> {
    let failedTimes = 0;
    while (!signal.aborted && this.getState().phase !== "ended") {
      try {
        const hasMore = await this.#readOn(signal);
        failedTimes = 0;
        if (this.getState().phase === "ended" || hasMore) continue;
        await this.#outside.rest(this.#outside.isHidden() ? HIDDEN_POLL_INTERVAL_MS : POLL_INTERVAL_MS, signal);
      } catch (error) {
        if (signal.aborted || isAbort(error)) return;
        const failure = failureOf(error);
        if (!PASSING.has(failure.kind)) return this.#notify("failed", failure);
        this.#notify("retrying", failure);
        this.#isBehind = true;
        failedTimes += 1;
        const stopped = await this.#outside
          .rest(Math.min(MAX_RETRY_DELAY_MS, POLL_INTERVAL_MS * 2 ** (failedTimes - 1)), signal)
          .then(() => false)
          .catch(() => true);
        if (stopped) return;
      }
    }
  }

  /** True if more can be read at once. */
  #readOn(signal: AbortSignal): Promise<boolean> {
    const isStreamed = this.#isBehind && this.#streamFailures < MAX_STREAM_FAILURES;
    return isStreamed ? this.#streamOn(signal) : this.#pageOn(signal);
  }

  async #streamOn(signal: AbortSignal): Promise<boolean> {
    const onChunk = (chunk: EventChunk) => {
      // Events from a stopped reader are dropped; the next reader reads them again.
      if (signal.aborted) return;
      this.#log.append(chunk);
      this.#notifyProgress();
    };
    let summary: StreamSummary;
    try {
      summary = await this.#outside.readStored(this.#cursor(), onChunk, signal);
    } catch (error) {
      const { kind } = failureOf(error);
      if (signal.aborted || isAbort(error)) throw error;
      // Not supported, or not permitted: pages are part of the interface, and report other problems.
      const isPassing = kind === "unreachable" || kind === "upstream";
      this.#streamFailures = isPassing ? this.#streamFailures + 1 : MAX_STREAM_FAILURES;
      if (isPassing) throw error;
      return true;
    }
    if (signal.aborted) return false;
    this.#badLineCount += summary.badLines.length;
    if (summary.end.kind === "cut-short") throw cutShort(summary.end.reason);
    this.#streamFailures = 0;
    this.#catchUp();
    return false;
  }

  async #pageOn(signal: AbortSignal): Promise<boolean> {
    const { after, arrivedMs } = this.#cursor();
    const { result, badRows, lastId } = await this.#outside.readPage(after, signal);
    const added = this.#log.append(packEvents(result.data.map((item) => readEvent(item, arrivedMs))));
    const hasMoved = added > 0 || (badRows.length > 0 && lastId !== null && lastId !== after);
    if (hasMoved) this.#badLineCount += badRows.length;
    if (hasMoved && lastId !== null) this.#passed = { count: this.#log.count, id: lastId };
    // A page that does not move the cursor ends the reading, whatever it claims.
    const hasMore = result.has_more && hasMoved;
    this.#isStuck = result.has_more && !hasMoved;
    this.#isBehind = hasMore;
    if (hasMore) this.#notifyProgress();
    else this.#catchUp();
    return hasMore;
  }

  #cursor(): Cursor {
    const { count } = this.#log;
    return {
      after: this.#passed?.count === count ? this.#passed.id : count === 0 ? null : this.#log.idAt(count - 1),
      arrivedMs: this.#hasCaughtUp ? this.#outside.now() : null,
    };
  }

  #catchUp(): void {
    this.#hasCaughtUp = true;
    this.#isBehind = false;
    const { last } = this.#log;
    this.#notify(last && isTerminal(last) ? "ended" : "listening", null);
  }

  #notifyProgress(): void {
    const isGrown = this.#log.count >= this.#notifiedCount * GROWTH;
    if (isGrown || this.#outside.now() - this.#notifiedAtMs >= MAX_SILENCE_MS) {
      this.#notify(this.#hasCaughtUp ? "listening" : "reading", null);
    }
  }

  #notify(phase: FollowPhase, failure: ServiceFailure | null): void {
    this.#notifiedCount = this.#log.count;
    this.#notifiedAtMs = this.#outside.now();
    const version = this.getState().version + 1;
    this.setState({
      phase,
      log: this.#log,
      version,
      failure,
      badLineCount: this.#badLineCount,
      isStuck: this.#isStuck,
    });
  }
}

function cutShort(reason: string): RequestFailure {
  const operation = "trainingJobs.streamEvents";
  return new RequestFailure({ kind: "unreachable", message: reason, requestId: "", operation });
}
