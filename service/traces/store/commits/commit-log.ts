import { setTimeout as wait } from "node:timers/promises";
import { SharedRuns } from "@/service/kernel/concurrency/shared-runs";
import { StoreClosed, StoreError } from "@/service/kernel/errors/store-errors";
import type { Store } from "@/service/traces/store/engine/store";
import { CommitEntries, type Entry } from "./commit-entries";
import { COMMIT_EVENTS, commitTables } from "./commit-log-table";

/** What a commit changes in what every process knows without asking the engine. */
export interface CommitFollower<Own, Foreign> {
  readonly encode: (note: Own) => string;
  readonly decode: (text: string) => Foreign;
  /** A commit of this process is visible from now on. */
  readonly stored: (commit: number, note: Own | null) => void;
  /** A commit of another process is visible from now on. */
  readonly storedElsewhere: (commit: number, note: Foreign | null) => void;
  /** A commit will never be visible, whatever is still inserted for it. */
  readonly abandoned: (commit: number) => void;
  /** A step of this process has failed: nothing of it is visible. */
  readonly failed: () => void;
}

export interface CommitLogOptions {
  /** A turn without a sign of life for this long is taken away. */
  readonly patienceMs?: number;
  /** How often a long turn gives a sign of life. */
  readonly signMs?: number;
  /** The longest time between two looks at a turn of another process. */
  readonly pollMs?: number;
}

/** What a step in a turn leaves: its result, and what the others have to know. */
export interface TurnResult<Result, Own> {
  readonly result: Result;
  readonly note: Own | null;
}

/** A turn that has begun and not ended, as this process sees it. */
interface HeldTurn {
  readonly commit: number;
  readonly writer: string;
  sign: number;
  /** When this process last saw a change of it. */
  seenAtMs: number;
}

const PATIENCE_MS = 10_000;
const SIGN_MS = 2_500;
const MAX_POLL_MS = 100;
const MIN_POLL_MS = 5;

/** A step whose turn was taken away is repeated: nothing of it is visible. */
const MAX_ATTEMPTS = 5;

/** The end of a turn must be known before anything else can happen. */
const END_ATTEMPTS = 5;

/** Another process took the turn away, since it saw no sign of life. Nothing of the step is visible. */
class TurnLost extends StoreError {
  override readonly name = "TurnLost";

  constructor() {
    super("The server took longer than its other writers wait, so that nothing was stored. Try again.");
  }
}

/**
 * The order of the commits of all processes that write to one server. One process at a time has the turn, and the number
 * of its commit is the position at which it took it. What it stores has that number, and is visible once the log says
 * that the commit is stored. When the log says that it is abandoned, it never is: that is what happens to a process that
 * dies in its turn, also if the server stores some of its rows later.
 *
 * The log is a table. Each entry is inserted for the position after the last one, with the position as its token, so
 * that the server keeps the first one of several, and each process finds out whose it was.
 */
export class CommitLog<Own, Foreign> {
  readonly #entries: CommitEntries;
  readonly #follower: CommitFollower<Own, Foreign>;
  readonly #patienceMs: number;
  readonly #signMs: number;
  readonly #pollMs: number;
  readonly #closing = new AbortController();
  readonly #looks = new SharedRuns(() => this.#follow());
  #lastTurn: Promise<unknown> = Promise.resolve();
  #position = 0;
  #hasCommits = false;
  #held: HeldTurn | null = null;
  #own: { readonly commit: number; readonly note: Own | null } | null = null;
  #isStored = false;

  private constructor(store: Store, follower: CommitFollower<Own, Foreign>, options: CommitLogOptions) {
    this.#entries = new CommitEntries(store);
    this.#follower = follower;
    this.#patienceMs = options.patienceMs ?? PATIENCE_MS;
    this.#signMs = options.signMs ?? SIGN_MS;
    this.#pollMs = options.pollMs ?? MAX_POLL_MS;
  }

  /**
   * Creates missing tables, and begins at the end of the log.
   * @param lastNumber the newest number that rows of the store have, for a log without entries
   */
  static async open<Own, Foreign>(
    store: Store,
    follower: CommitFollower<Own, Foreign>,
    lastNumber: () => Promise<number>,
    options: CommitLogOptions = {},
  ): Promise<CommitLog<Own, Foreign>> {
    const log = new CommitLog(store, follower, options);
    for (const sql of commitTables) await store.command(sql);
    await log.#begin(lastNumber);
    return log;
  }

  /** Commits up to this number are stored or abandoned, as far as this process knows. */
  get resolved(): number {
    return this.#held === null ? this.#position : this.#held.commit - 1;
  }

  /** False until a process has stored a commit through the log. */
  get hasCommits(): boolean {
    return this.#hasCommits;
  }

  /** Resolves when all commits that were stored before are known. Rejects when the server does not answer. */
  catchUp(): Promise<void> {
    return this.#looks.run();
  }

  /**
   * Runs a step while no other writer runs one. All commits before it are known then. What it stores is visible when
   * this resolves, and never when this rejects. The step is repeated when its turn was taken away.
   */
  inTurn<Result>(step: (commit: number) => Promise<TurnResult<Result, Own>>): Promise<Result> {
    const run = () => this.#repeat(step);
    const turn = this.#lastTurn.then(run, run);
    this.#lastTurn = turn.catch(() => undefined);
    return turn;
  }

  /** Ends waiting for the turn. A step that runs is finished. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#lastTurn;
  }

  async #begin(lastNumber: () => Promise<number>): Promise<void> {
    let last = await this.#entries.readEnd();
    if (last === null) {
      this.#position = await lastNumber();
      // Rows of a commit come after its turn: without one, the number is not that of a commit under way.
      last = await this.#entries.readEnd();
      if (last === null) return;
    }
    this.#position = last.position;
    this.#hasCommits = last.stored > 0;
    if (last.event === COMMIT_EVENTS.taken) this.#hold(last);
    for (const commit of last.dead) this.#follower.abandoned(commit);
  }

  async #repeat<Result>(step: (commit: number) => Promise<TurnResult<Result, Own>>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      const commit = await this.#take();
      try {
        return await this.#runIn(commit, step);
      } catch (error) {
        if (!(error instanceof TurnLost) || attempt >= MAX_ATTEMPTS) throw error;
      }
    }
  }

  async #runIn<Result>(commit: number, step: (commit: number) => Promise<TurnResult<Result, Own>>): Promise<Result> {
    const signs = setInterval(() => void this.#entries.sign(), this.#signMs);
    signs.unref();
    try {
      const { result, note } = await step(commit);
      this.#own = { commit, note };
      this.#isStored = false;
      await this.#end(commit, "stored", note === null ? "" : this.#follower.encode(note));
      if (!this.#isStored) throw new TurnLost();
      return result;
    } catch (error) {
      // Otherwise the others wait until their patience ends, or this process takes its next turn.
      if (!(error instanceof TurnLost)) await this.#end(commit, "abandoned", "").catch(() => undefined);
      this.#follower.failed();
      throw error;
    } finally {
      clearInterval(signs);
    }
  }

  /** Resolves with the number of the commit, once this process has the turn. */
  async #take(): Promise<number> {
    await this.catchUp();
    for (let pauseMs = MIN_POLL_MS; ; ) {
      if (this.#closing.signal.aborted) throw new StoreClosed();
      const held = this.#held;
      if (held === null) {
        const position = this.#position + 1;
        await this.#entries.take(position);
        await this.catchUp();
        if (this.#has(position)) return position;
        // Another process took it: who has the turn now is known already.
        continue;
      }
      if (held.writer === this.#entries.writer || (await this.#isSilent(held))) {
        // A turn of this process that has no end was cut off from the server.
        await this.#end(held.commit, "abandoned", "");
        continue;
      }
      // Different processes do not look at the same moments.
      const { signal } = this.#closing;
      await wait(pauseMs * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);
      if (signal.aborted) throw new StoreClosed();
      const before = this.#position;
      await this.catchUp();
      pauseMs = before === this.#position ? Math.min(this.#pollMs, pauseMs * 1.5) : MIN_POLL_MS;
    }
  }

  #has(commit: number): boolean {
    return this.#held?.commit === commit && this.#held.writer === this.#entries.writer;
  }

  /** True when a turn has shown no sign of life for too long. Times are those of this process alone. */
  async #isSilent(held: HeldTurn): Promise<boolean> {
    if (performance.now() - held.seenAtMs < this.#patienceMs) return false;
    const sign = await this.#entries.lastSignOf(held.writer);
    if (sign <= held.sign) return true;
    held.sign = sign;
    held.seenAtMs = performance.now();
    return false;
  }

  /** Resolves when the end of a turn is known, be it this one or that of another process. */
  async #end(commit: number, event: "stored" | "abandoned", note: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#entries.end(commit, event, note);
        await this.catchUp();
        return;
      } catch (error) {
        if (attempt >= END_ATTEMPTS || this.#closing.signal.aborted) throw error;
        await wait(MAX_POLL_MS * attempt);
      }
    }
  }

  async #follow(): Promise<void> {
    for await (const entry of this.#entries.after(() => this.#position)) this.#apply(entry);
  }

  #apply(entry: Entry): void {
    const { position, event, commit, writer, note } = entry;
    if (position !== this.#position + 1) {
      throw new StoreError("This process missed what others wrote, since it slept too long. Start it again.");
    }
    this.#position = position;
    if (event === COMMIT_EVENTS.taken) {
      this.#hold(entry);
      return;
    }
    this.#held = null;
    if (event === COMMIT_EVENTS.abandoned) {
      this.#follower.abandoned(commit);
      return;
    }
    this.#hasCommits = true;
    if (writer === this.#entries.writer && this.#own?.commit === commit) {
      this.#isStored = true;
      this.#follower.stored(commit, this.#own.note);
    } else this.#follower.storedElsewhere(commit, note === "" ? null : this.#follower.decode(note));
  }

  /** The note says which sign of the process was the last one before its turn. */
  #hold({ commit, writer, note }: Entry): void {
    this.#held = { commit, writer, sign: Number(note), seenAtMs: performance.now() };
  }
}
