import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { errorMessage } from "@/lib/guard/error-message";
import { processIdentity, signalProcessTree } from "@/service/training/runner/process-tree";
import { trainerEnvironment } from "@/service/training/runner/trainer";
import { TrainerLog } from "@/service/training/runner/trainer-log";
import type { ServerSettings } from "./server-settings";
import { ServerUnavailableError } from "./server-unavailable";

/** Interval at which a starting server is asked whether it answers. */
const READY_POLL_MS = 200;
const READY_TIMEOUT_MS = 5_000;

/** Time within which the end of a process is noticed after its connections were lost. */
const NOTICE_MS = 1_000;

/** The name of the file that identifies the process, to find it if a crash of the service leaves it running. */
export const PROCESS_FILE = "process.json";

export type ServerState = "starting" | "ready" | "stopping" | "stopped" | "failed";

interface ServerProcessOptions extends ServerSettings {
  readonly baseModel: string;
  /** The folder that it runs in, with its log. It is emptied first. */
  readonly folder: string;
}

/** Returns a port of this machine that no process listens on now. */
async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/**
 * One running model server: its own process in its own process group, so that ending it also ends the processes that it
 * started.
 */
export class ServerProcess {
  readonly startedAt = new Date().toISOString();
  /** Resolves when it answers; rejects with a ServerUnavailableError when it ended before, or took too long. */
  readonly ready: Promise<void>;
  /** Resolves when the process and its whole group have ended. */
  readonly ended: Promise<void>;

  readonly #options: ServerProcessOptions;
  readonly #leaving = new AbortController();
  #child: ChildProcess | null = null;
  #log: TrainerLog | null = null;
  #port: number | null = null;
  #readyAt: string | null = null;
  #endedAt: string | null = null;
  #reason: string | null = null;
  #isStopped = false;
  #grace: NodeJS.Timeout | undefined;

  constructor(options: ServerProcessOptions) {
    this.#options = options;
    this.ended = this.#run();
    this.ready = this.#untilReady();
    // Nobody may be waiting for it.
    this.ready.catch(() => undefined);
  }

  /** Aborted when the process begins to end, for any reason. */
  get gone(): AbortSignal {
    return this.#leaving.signal;
  }

  get state(): ServerState {
    if (this.gone.aborted && this.#isStopped) return this.#endedAt === null ? "stopping" : "stopped";
    if (this.gone.aborted) return "failed";
    return this.#readyAt === null ? "starting" : "ready";
  }

  /** Why it ended or ends; null while it runs. */
  get reason(): string | null {
    return this.#reason;
  }

  get readyAt(): string | null {
    return this.#readyAt;
  }

  get endedAt(): string | null {
    return this.#endedAt;
  }

  /** The end of what it wrote. */
  get logTail(): string {
    return this.#log?.tail ?? "";
  }

  /** The address without a trailing slash. */
  get address(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The error of requests that it can no longer answer. */
  failure(): ServerUnavailableError {
    return new ServerUnavailableError(this.#reason ?? "The model server has ended.");
  }

  /** The error of a request whose connection was lost, once it is known whether the process has ended. */
  async lostConnection(): Promise<ServerUnavailableError> {
    await pause(NOTICE_MS, undefined, { signal: this.gone }).catch(() => undefined);
    return this.gone.aborted ? this.failure() : new ServerUnavailableError("The model server closed the connection.");
  }

  /** Ends the server: first with a request, then by force after the grace period. Only the first reason counts. */
  stop(reason: string, graceMs = this.#options.graceMs): void {
    this.#leave(reason, true);
    this.#signal(graceMs);
  }

  #leave(reason: string, isStopped = false): void {
    if (this.gone.aborted) return;
    this.#reason = reason;
    this.#isStopped = isStopped;
    this.#leaving.abort();
  }

  #signal(graceMs: number): void {
    const child = this.#child;
    if (child === null || this.#endedAt !== null) return;
    signalProcessTree(child, "SIGTERM");
    clearTimeout(this.#grace);
    this.#grace = setTimeout(() => signalProcessTree(child, "SIGKILL"), graceMs);
  }

  async #run(): Promise<void> {
    const { folder } = this.#options;
    try {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      this.#port = await freePort();
      this.#log = new TrainerLog(join(folder, "server.log"));
      if (!this.gone.aborted) await this.#serve(this.#log, this.#port);
    } catch (error) {
      this.#leave(`The model server could not be started: ${errorMessage(error)}`);
    } finally {
      this.#leave("The model server has ended.");
      clearTimeout(this.#grace);
      await this.#log?.close();
      await rm(join(folder, PROCESS_FILE), { force: true });
      this.#endedAt = new Date().toISOString();
    }
  }

  /** Resolves when the process has ended. */
  async #serve(log: TrainerLog, port: number): Promise<void> {
    const { command, folder, baseModel } = this.#options;
    const child = spawn(command, {
      shell: true,
      cwd: folder,
      env: { ...trainerEnvironment(process.env), PORT: String(port), BASE_MODEL: baseModel },
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
      detached: process.platform !== "win32",
    });
    this.#child = child;
    for (const output of [child.stdout, child.stderr]) {
      output.setEncoding("utf8");
      output.on("data", (text: string) => log.write(text));
    }
    // Processes that a server leaves running would keep its outputs and the memory of its device.
    child.once("exit", () => signalProcessTree(child, "SIGKILL"));
    const closed = new Promise<void>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code, signal) => {
        this.#leave(
          `The model server ${signal === null ? `exited with code ${code}` : `was ended by the signal ${signal}`}.${lastLineOf(log)}`,
        );
        resolve();
      });
    });
    const identity = child.pid === undefined ? null : processIdentity(child.pid);
    const marked = identity === null ? null : writeFile(join(folder, PROCESS_FILE), JSON.stringify(identity));
    await Promise.all([closed, marked]);
  }

  async #untilReady(): Promise<void> {
    const { startMs } = this.#options;
    const endsAtMs = performance.now() + startMs;
    while (!this.gone.aborted) {
      if (await this.#answers()) {
        this.#readyAt = new Date().toISOString();
        return;
      }
      if (performance.now() >= endsAtMs) {
        const log = this.#log === null ? "" : lastLineOf(this.#log);
        this.#leave(`The model server did not answer within ${startMs / 1_000} seconds.${log}`);
        this.#signal(this.#options.graceMs);
      } else await pause(READY_POLL_MS, undefined, { signal: this.gone }).catch(() => undefined);
    }
    throw this.failure();
  }

  async #answers(): Promise<boolean> {
    if (this.#child === null) return false;
    try {
      const signal = AbortSignal.any([this.gone, AbortSignal.timeout(READY_TIMEOUT_MS)]);
      const response = await fetch(`${this.address}/v1/models`, { signal });
      await response.body?.cancel();
      return response.ok;
    } catch {
      // It does not listen yet.
      return false;
    }
  }
}

function lastLineOf({ lastLine }: TrainerLog): string {
  return lastLine === null ? "" : ` Last line of its log: ${lastLine}`;
}
