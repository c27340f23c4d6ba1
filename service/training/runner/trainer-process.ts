import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { errorMessage } from "@/lib/guard/error-message";
import {
  readTrainerLine,
  type TrainerJob,
  type TrainerMessage,
  TrainerProtocolError,
} from "@/lib/training/trainer-protocol";
import type { NewEvent } from "@/service/training/jobs/job-events";
import { LineSplitter, LineTooLong } from "./line-splitter";
import { type ProcessIdentity, processIdentity, signalProcessTree } from "./process-tree";
import { type TrainerLimits, trainerEnvironment } from "./trainer";
import type { TrainerLog } from "./trainer-log";

/** A gradient step has some dozens of numbers; a line of 1 MiB is not one. */
const MAX_LINE_LENGTH = 1024 * 1024;

/** The result of a run. */
export type TrainerOutcome =
  | { readonly kind: "finished"; readonly metrics: Readonly<Record<string, number>> }
  | { readonly kind: "failed"; readonly reason: string };

export interface TrainerRunOptions {
  readonly command: string;
  readonly job: TrainerJob;
  /** The folder that it runs in. */
  readonly folder: string;
  /** Added to its environment. */
  readonly variables: Readonly<Record<string, string>>;
  readonly limits: TrainerLimits;
  readonly log: TrainerLog;
  /** Stores events; the next ones are read when it is done. */
  readonly onEvents: (events: readonly NewEvent[]) => Promise<void>;
}

function durationText(ms: number): string {
  const seconds = ms / 1_000;
  return seconds % 60 === 0 && seconds >= 60 ? `${seconds / 60} minutes` : `${seconds} seconds`;
}

/**
 * One running trainer: its own process in its own process group, so that ending it also ends the processes it started.
 */
export class TrainerRun {
  /** Resolves when the process and its whole group have ended. */
  readonly outcome: Promise<TrainerOutcome>;
  /** Identifies the process after a crash of the service; null when it did not start. */
  readonly mark: ProcessIdentity | null;

  readonly #options: TrainerRunOptions;
  readonly #child: ChildProcess;
  #stopReason: string | null = null;
  #reportedFailure: string | null = null;
  #hasStarted = false;
  #checkpoint: Readonly<Record<string, number>> | null = null;
  #silence: NodeJS.Timeout | undefined;
  #total: NodeJS.Timeout | undefined;
  #grace: NodeJS.Timeout | undefined;

  constructor(options: TrainerRunOptions) {
    this.#options = options;
    const { command, folder, variables } = options;
    this.#child = spawn(command, {
      shell: true,
      cwd: folder,
      env: { ...trainerEnvironment(process.env), ...variables },
      stdio: "pipe",
      windowsHide: true,
      detached: process.platform !== "win32",
    });
    this.mark = this.#child.pid === undefined ? null : processIdentity(this.#child.pid);
    this.outcome = this.#run();
  }

  /** Ends the trainer: first with a request, then by force after the grace period. Only the first reason counts. */
  stop(reason: string, graceMs = this.#options.limits.graceMs): void {
    if (this.#stopReason === null) signalProcessTree(this.#child, "SIGTERM");
    this.#stopReason ??= reason;
    clearTimeout(this.#grace);
    this.#grace = setTimeout(() => signalProcessTree(this.#child, "SIGKILL"), graceMs);
  }

  async #run(): Promise<TrainerOutcome> {
    const { job, limits } = this.#options;
    const child = this.#child;
    const failedToStart = new Promise<string>((resolve) => child.once("error", ({ message }) => resolve(message)));
    // Processes that a trainer leaves running when it ends would keep its outputs open, and the job with them.
    child.once("exit", () => signalProcessTree(child, "SIGKILL"));
    const closed = once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>;
    closed.catch(() => undefined);
    this.#total = setTimeout(
      () => this.stop(`The trainer exceeded the time limit of ${durationText(limits.totalMs)}.`),
      limits.totalMs,
    );
    this.#hasOutput();
    try {
      const stdin = child.stdin;
      // A trainer that does not read its input is not a failure.
      stdin?.on("error", () => undefined);
      stdin?.end(`${JSON.stringify(job)}\n`);
      const outputs = Promise.all([this.#readMessages(child.stdout), this.#readLog(child.stderr)]);
      const ended = await Promise.race([failedToStart, outputs.then(() => closed)]);
      if (typeof ended === "string") return { kind: "failed", reason: `The trainer could not be started: ${ended}` };
      return this.#resolveOutcome(...ended);
    } finally {
      for (const timer of [this.#silence, this.#total, this.#grace]) clearTimeout(timer);
    }
  }

  /** Any output of a trainer shows that it is alive. */
  #hasOutput(): void {
    const { silenceMs } = this.#options.limits;
    clearTimeout(this.#silence);
    this.#silence = setTimeout(
      () => this.stop(`The trainer wrote nothing for ${durationText(silenceMs)}, which is the limit.`),
      silenceMs,
    );
  }

  async #readMessages(output: Readable | null): Promise<void> {
    const splitter = new LineSplitter(MAX_LINE_LENGTH);
    for await (const chunk of output ?? []) {
      this.#hasOutput();
      await this.#take(() => splitter.push(chunk as Uint8Array));
    }
    await this.#take(() => splitter.end());
  }

  /**
   * Stores the messages in the lines. After a fault the rest is ignored but still read, so that the process can end.
   */
  async #take(next: () => readonly string[]): Promise<void> {
    if (this.#stopReason !== null) return;
    const events: NewEvent[] = [];
    try {
      for (const line of next()) {
        const message = readTrainerLine(line);
        if (message === null) this.#options.log.write(`${line}\n`);
        else events.push(...this.#eventsOf(message));
      }
    } catch (error) {
      if (error instanceof LineTooLong)
        this.stop(`The trainer wrote a line of more than ${MAX_LINE_LENGTH} characters.`);
      else if (error instanceof TrainerProtocolError) this.stop(`The trainer was ended. ${error.message}`);
      else throw error;
    }
    try {
      await this.#options.onEvents(events);
    } catch (error) {
      this.stop(`The events of the trainer could not be stored: ${errorMessage(error)}`);
    }
  }

  /** @throws TrainerProtocolError for messages in an order that no client could follow */
  #eventsOf(message: TrainerMessage): NewEvent[] {
    if (message.type === "training_failed") {
      this.#reportedFailure = message.data.error_message;
      return [];
    }
    if (message.type === "training_started") {
      if (this.#hasStarted) throw new TrainerProtocolError("It wrote training_started twice.");
      this.#hasStarted = true;
      return [{ type: message.type, data: { num_sequences: message.data.num_sequences } }];
    }
    if (!this.#hasStarted) throw new TrainerProtocolError(`It wrote ${message.type} before training_started.`);
    if (this.#checkpoint !== null) throw new TrainerProtocolError(`It wrote ${message.type} after its checkpoint.`);
    if (message.type === "gradient_step") return [{ type: message.type, data: message.data }];
    this.#checkpoint = message.metrics;
    return [];
  }

  async #readLog(output: Readable | null): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of output ?? []) {
      this.#hasOutput();
      this.#options.log.write(decoder.decode(chunk as Uint8Array, { stream: true }));
    }
  }

  #resolveOutcome(code: number | null, signal: NodeJS.Signals | null): TrainerOutcome {
    const failed = (reason: string): TrainerOutcome => ({ kind: "failed", reason });
    if (this.#stopReason !== null) return failed(this.#stopReason);
    if (this.#reportedFailure !== null) return failed(this.#reportedFailure);
    if (signal !== null) return failed(`The trainer was ended by the signal ${signal}.${this.#stderrTail()}`);
    if (code !== 0) return failed(`The trainer exited with code ${code}.${this.#stderrTail()}`);
    if (!this.#hasStarted) return failed(`The trainer exited before training_started.${this.#stderrTail()}`);
    if (this.#checkpoint === null) return failed(`The trainer exited without a checkpoint.${this.#stderrTail()}`);
    return { kind: "finished", metrics: this.#checkpoint };
  }

  #stderrTail(): string {
    const { lastLine } = this.#options.log;
    return lastLine === null ? "" : ` Last line of its log: ${lastLine}`;
  }
}
