import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { type ProcessIdentity, stopLeftover } from "@/service/training/runner/process-tree";
import { ServerAdapters } from "./server-adapters";
import { PROCESS_FILE, ServerProcess } from "./server-process";
import type { ServerSettings } from "./server-settings";
import { ServerUnavailableError } from "./server-unavailable";

/** The launcher does not wait for a server. */
const SHUTDOWN_GRACE_MS = 1_000;

/** Delay before a server that failed is started again by a request: doubled with each failure, up to the longest. */
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 60_000;

/** A server in use, and the way to end the use. */
export interface UsedServer {
  readonly process: ServerProcess;
  readonly adapters: ServerAdapters;
  readonly release: () => void;
}

interface Slot {
  readonly process: ServerProcess;
  readonly adapters: ServerAdapters;
  users: number;
  idle: NodeJS.Timeout | undefined;
}

interface Waiting {
  readonly baseModel: string;
  readonly grant: (slot: Slot) => void;
  readonly refuse: (error: unknown) => void;
}

interface Failures {
  count: number;
  untilMs: number;
}

/** The server of a base model as pages show it. */
export interface ServerStatus {
  /** Null before its first start. */
  readonly process: ServerProcess | null;
  readonly loaded: readonly string[];
  /** Requests that it answers now. */
  readonly requests: number;
  /** Requests that wait until it may start, or for another server to end. */
  readonly waiting: number;
}

/**
 * The model servers of this service, one for each base model in use. Where no more may run at once, requests wait in
 * order: a server that another base model waits for gets no further request and ends after its last one.
 */
export class ServerPool {
  readonly settings: ServerSettings;
  readonly #folder: string;
  readonly #log: Logger;
  readonly #slots = new Map<string, Slot>();
  /** The last server of each base model, also after its end. */
  readonly #last = new Map<string, ServerProcess>();
  readonly #failures = new Map<string, Failures>();
  #waiting: readonly Waiting[] = [];
  #isClosed = false;

  /** Ends the servers that an earlier service left running. @param folder contains a folder for each server */
  constructor(settings: ServerSettings, folder: string, log: Logger) {
    this.settings = settings;
    this.#folder = folder;
    this.#log = log;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)) this.#stopLeftoverIn(join(folder, name));
  }

  #stopLeftoverIn(folder: string): void {
    try {
      const identity = JSON.parse(readFileSync(join(folder, PROCESS_FILE), "utf8")) as ProcessIdentity;
      if (stopLeftover(identity)) this.#log.warn({ pid: identity.pid }, "ended a model server whose service had died");
    } catch {
      // It had ended, or its file is incomplete.
    }
    rmSync(folder, { recursive: true, force: true });
  }

  /**
   * Returns the server of a base model when it answers; it is started if necessary. The caller releases it.
   * @throws ServerUnavailableError when it cannot start; the signal's reason
   */
  async use(baseModel: string, signal: AbortSignal): Promise<UsedServer> {
    this.#refuseAfterFailure(baseModel);
    const slot = await this.#take(baseModel, signal);
    const release = () => this.#release(baseModel, slot);
    try {
      await untilAborted(slot.process.ready, signal);
      this.#failures.delete(baseModel);
    } catch (error) {
      release();
      throw error;
    }
    return { process: slot.process, adapters: slot.adapters, release };
  }

  /** Starts the server of a base model if it does not run, also right after a failure; a request is not awaited. */
  start(baseModel: string): void {
    this.#failures.delete(baseModel);
    const { signal } = new AbortController();
    this.use(baseModel, signal).then(
      ({ release }) => release(),
      (error: unknown) => this.#log.warn({ err: error, baseModel }, "a model server could not be started"),
    );
  }

  /** Ends the server of a base model, with the requests that it answers, and resolves when it has ended. */
  async stop(baseModel: string, reason: string): Promise<void> {
    const slot = this.#slots.get(baseModel);
    slot?.process.stop(reason);
    await slot?.process.ended;
  }

  status(baseModel: string): ServerStatus {
    const slot = this.#slots.get(baseModel);
    return {
      process: slot?.process ?? this.#last.get(baseModel) ?? null,
      loaded: slot?.adapters.names ?? [],
      requests: slot?.users ?? 0,
      waiting: this.#waiting.filter((one) => one.baseModel === baseModel).length,
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const reason = "The service is stopping.";
    for (const { refuse } of this.#waiting) refuse(new ServerUnavailableError(reason));
    this.#waiting = [];
    const slots = [...this.#slots.values()];
    for (const { process, idle } of slots) {
      clearTimeout(idle);
      process.stop(reason, SHUTDOWN_GRACE_MS);
    }
    await Promise.all(slots.map(({ process }) => process.ended));
  }

  #refuseAfterFailure(baseModel: string): void {
    const failed = this.#failures.get(baseModel);
    if (failed === undefined || failed.untilMs <= performance.now()) return;
    throw this.#last.get(baseModel)?.failure() ?? new ServerUnavailableError("The model server failed.");
  }

  #take(baseModel: string, signal: AbortSignal): Promise<Slot> {
    return new Promise((grant, refuse) => {
      const waiting: Waiting = { baseModel, grant, refuse };
      this.#waiting = [...this.#waiting, waiting];
      signal.addEventListener(
        "abort",
        () => {
          this.#waiting = this.#waiting.filter((one) => one !== waiting);
          refuse(signal.reason);
          this.#advance();
        },
        { once: true },
      );
      if (signal.aborted) refuse(signal.reason);
      this.#advance();
    });
  }

  /** Gives servers to the requests that wait, in their order. */
  #advance(): void {
    for (;;) {
      const [first] = this.#waiting;
      if (first === undefined) return;
      if (this.#isClosed) {
        first.refuse(new ServerUnavailableError("The service is stopping."));
        return;
      }
      const slot = this.#slots.get(first.baseModel) ?? this.#started(first.baseModel);
      // A server that ends is replaced when it has ended.
      if (slot === null || slot.process.gone.aborted) return;
      this.#waiting = this.#waiting.slice(1);
      slot.users += 1;
      clearTimeout(slot.idle);
      first.grant(slot);
    }
  }

  /** Starts a server, or asks an idle one to end where no more may run; null until there is room. */
  #started(baseModel: string): Slot | null {
    if (this.#slots.size >= this.settings.atOnce) {
      const isEnding = [...this.#slots.values()].some(({ process }) => process.gone.aborted);
      const idle = [...this.#slots.values()].find(({ users }) => users === 0);
      if (!isEnding) idle?.process.stop(`Stopped, since ${baseModel} was requested.`);
      return null;
    }
    const folder = join(this.#folder, createHash("sha256").update(baseModel).digest("hex").slice(0, 16));
    const process = new ServerProcess({ ...this.settings, baseModel, folder });
    const slot: Slot = { process, adapters: new ServerAdapters(process), users: 0, idle: undefined };
    this.#slots.set(baseModel, slot);
    this.#last.set(baseModel, process);
    this.#log.info({ baseModel }, "starting a model server");
    process.ended
      .then(() => this.#ended(baseModel, slot))
      .catch((error: unknown) =>
        this.#log.error({ err: error, baseModel }, "the end of a model server was not handled"),
      );
    return slot;
  }

  #ended(baseModel: string, slot: Slot): void {
    clearTimeout(slot.idle);
    this.#slots.delete(baseModel);
    const { state, reason } = slot.process;
    this.#log.info({ baseModel, state, reason }, "a model server has ended");
    if (state === "failed") this.#noteFailure(baseModel, slot.process);
    this.#advance();
  }

  /** Requests that wait for a server that failed get its reason: starting it again would keep them for long. */
  #noteFailure(baseModel: string, process: ServerProcess): void {
    const count = (this.#failures.get(baseModel)?.count ?? 0) + 1;
    const delayMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (count - 1));
    this.#failures.set(baseModel, { count, untilMs: performance.now() + delayMs });
    for (const { refuse } of this.#waiting.filter((one) => one.baseModel === baseModel)) refuse(process.failure());
    this.#waiting = this.#waiting.filter((one) => one.baseModel !== baseModel);
  }

  #release(baseModel: string, slot: Slot): void {
    slot.users -= 1;
    if (slot.users > 0 || this.#slots.get(baseModel) !== slot) return;
    const { idleMs } = this.settings;
    slot.idle = setTimeout(
      () => slot.process.stop(`Stopped after ${idleMs / 1_000} seconds without a request.`),
      idleMs,
    );
    slot.idle.unref();
    this.#advance();
  }
}

/** Waits for a promise, or rejects with the signal's reason. */
async function untilAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let leave: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
  });
  try {
    await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}
