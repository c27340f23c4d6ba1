import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { errorMessage } from "@/lib/failure/error-message";
import {
  readTrainerLine,
  type TrainerJob,
  type TrainerMessage,
  TrainerProtocolError,
} from "@/lib/training/trainer-protocol";
import type { NewEvent } from "@/service/training/jobs/jobs";
import { LineSplitter, LineTooLong } from "./line-splitter";
import { type ProcessIdentity, processIdentity, signalProcessTree } from "./process-tree";
import { type TrainerLimits, trainerEnvironment } from "./trainer";
import type { TrainerLog } from "./trainer-log";

/** A gradient step has some dozens of numbers; a line of 1 MiB is something else. */
const MAX_LINE_LENGTH = 1024 * 1024;

/** How a run ended. */
export type TrainerOutcome =
  | { readonly kind: "finished"; readonly metrics: Readonly<Record<string, number>> }
  | { readonly kind: "failed"; readonly reason: string };

export interface TrainerRunOptions {
  readonly command: string;
  readonly job: TrainerJob;
  /** The folder that it runs in. */
  readonly folder: string;
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
 * One trainer at work: a process of its own, in a process group of its own, so that ending it ends what it started.
 */
export class TrainerRun {
  /** Resolves when the process and all that it started are gone. */
  readonly outcome: Promise<TrainerOutcome>;
  /** What finds the process again after a crash of the service; null when it did not start. */
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
    const { command, folder } = options;
    this.#child = spawn(command, {
      shell: true,
      cwd: folder,
      env: trainerEnvironment(process.env),
      stdio: "pipe",
      windowsHide: true,
      detached: process.platform !== "win32",
    });
    this.mark = this.#child.pid === undefined ? null : processIdentity(this.#child.pid);
    this.outcome = this.#run();
  }

  /** Ends the trainer: asks it first, and after the grace does not ask. The first reason is the one that counts. */
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
    // Whatever a trainer leaves running when it ends would hold its outputs open, and the job with them.
    child.once("exit", () => signalProcessTree(child, "SIGKILL"));
    const closed = once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>;
    closed.catch(() => undefined);
    this.#total = setTimeout(
      () => this.stop(`The trainer took longer than ${durationText(limits.totalMs)}, which is the limit.`),
      limits.totalMs,
    );
    this.#hasOutput();
    try {
      const stdin = child.stdin;
      // A trainer that does not read its input is no failure by itself.
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

  /** Any word of a trainer shows that it lives. */
  #hasOutput(): void {
    const { silenceMs } = this.#options.limits;
    clearTimeout(this.#silence);
    this.#silence = setTimeout(
      () => this.stop(`The trainer said nothing for ${durationText(silenceMs)}, which is the limit.`),
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

  /** Stores what the lines say. After a fault nothing of what follows counts, but it is read, so that the end comes. */
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
      if (error instanceof LineTooLong) this.stop(`The trainer wrote a line over ${MAX_LINE_LENGTH} characters.`);
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
    if (code !== 0) return failed(`The trainer ended with code ${code}.${this.#stderrTail()}`);
    if (!this.#hasStarted) return failed(`The trainer ended without having begun.${this.#stderrTail()}`);
    if (this.#checkpoint === null) return failed(`The trainer ended without a checkpoint.${this.#stderrTail()}`);
    return { kind: "finished", metrics: this.#checkpoint };
  }

  #stderrTail(): string {
    const { lastLine } = this.#options.log;
    return lastLine === null ? "" : ` Its last words: ${lastLine}`;
  }
}
