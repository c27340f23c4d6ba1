import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Program } from "@/scripts/launcher/supervise";

export interface ProgramOptions {
  /** Its name, environment and readiness, as the launcher has them. */
  readonly program: Pick<Program, "name" | "env" | "waitUntilReady">;
  /** The built file, from the root of the checkout. */
  readonly file: string;
  /** Built files that are loaded before it, besides the one for every program. */
  readonly preloads?: readonly string[];
  /** Environment variables in addition to those of the program. */
  readonly variables: Readonly<Record<string, string>>;
}

/** A built program in a process of its own, as the launcher runs it, but restarted only by the test. */
export class ProgramProcess {
  /** Resolves when the program responds; rejects with its output when it ends before. */
  readonly ready: Promise<void>;
  readonly #name: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;
  #output = "";

  constructor({ program, file, preloads = [], variables }: ProgramOptions) {
    this.#name = program.name;
    const imports = ["./build/leave-with-parent.mjs", ...preloads].flatMap((preload) => ["--import", preload]);
    this.#child = spawn(process.execPath, [...imports, "--enable-source-maps", file], {
      env: { ...program.env, ...variables, HEDDLE_LAUNCHER_PID: String(process.pid) },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding("utf8").on("data", (chunk: string) => {
        this.#output += chunk;
      });
    }
    this.#ended = once(this.#child, "close").then(([code]) => code as number | null);
    // A machine with other work is slow, not broken: only the time of the test limits the wait.
    this.ready = this.#whenReady((signal) => program.waitUntilReady(signal, () => performance.now()));
    // A test that starts a program to see it fail, or to kill it at once, does not await this.
    this.ready.catch(() => undefined);
  }

  /** Its output so far. */
  get output(): string {
    return this.#output;
  }

  /** The process's id. */
  get pid(): number {
    if (this.#child.pid === undefined) throw new Error(`The ${this.#name} did not start:\n${this.#output}`);
    return this.#child.pid;
  }

  /** The exit code, once it has ended; null when a signal ended it. */
  get ended(): Promise<number | null> {
    return this.#ended;
  }

  /** Ends it as kill -9 does, and waits for its exit. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#ended;
  }

  /** Asks it to end, waits, and returns the exit code. */
  async stop(signal: "SIGTERM" | "SIGINT" = "SIGTERM"): Promise<number | null> {
    this.#child.kill(signal);
    return await this.#ended;
  }

  async #whenReady(waitUntilReady: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const waiting = new AbortController();
    const endedEarly = this.#ended.then((code) => {
      waiting.abort();
      throw new Error(`The ${this.#name} ended with code ${code} before it was ready:\n${this.#output}`);
    });
    await Promise.race([waitUntilReady(waiting.signal), endedEarly]);
  }
}
