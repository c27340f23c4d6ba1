import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import type { ServiceRestart } from "@/lib/environment/service-restart";

export interface Program {
  /** The prefix of each line: "service". */
  readonly name: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /**
   * Resolves when the program responds; rejects when `signal` aborts first.
   * @param lastLineAt when the program last wrote a line, as `performance.now()`
   */
  readonly waitUntilReady: (signal: AbortSignal, lastLineAt: () => number) => Promise<void>;
}

export interface Watch {
  /** One line that the program wrote. */
  readonly onLine: (line: string) => void;
  /** One sentence about a change of the program's state, such as an end or a restart. */
  readonly onNotice: (notice: string) => void;
  /** The restart that is under way; null once the program is ready again. */
  readonly onRestart?: (restart: ServiceRestart | null) => void;
  readonly firstRestartDelayMs?: number;
}

export interface Supervised {
  /** Resolves when the program first responds; rejects when it ends before that. */
  readonly ready: Promise<void>;
  /** Disables restarts: after Ctrl-C, which a terminal sends to all processes, the program may end on its own. */
  readonly expectEnd: () => void;
  /** Sends the program a message: now, and again whenever it is restarted. */
  readonly tell: (message: object) => void;
  /** Ends the program and waits for its exit; kills it after `patienceMs`. */
  readonly stop: (patienceMs: number) => Promise<void>;
}

const MAX_RESTART_DELAY_MS = 30_000;
/** A program that ran this long is considered healthy: its next crash starts with the shortest delay again. */
const HEALTHY_AFTER_MS = 60_000;

/**
 * Runs a Node program and restarts it, with growing delays, whenever it ends without being asked to.
 *
 * A program that ends before its first response is not restarted: a retry does not fix a wrong setting.
 */
export function supervise(program: Program, watch: Watch): Supervised {
  const stopping = new AbortController();
  const firstRestartDelayMs = watch.firstRestartDelayMs ?? 500;
  let child: ChildProcess | undefined;
  let exited: Promise<string> = Promise.resolve("");
  let lastMessage: object | undefined;

  const start = (): Promise<void> => {
    let lastLineAt = performance.now();
    const started = startChild(program, (line) => {
      lastLineAt = performance.now();
      watch.onLine(line);
    });
    child = started.child;
    exited = started.exited;
    if (lastMessage !== undefined) sendTo(child, lastMessage);
    const ended = new AbortController();
    const leave = () => ended.abort();
    stopping.signal.addEventListener("abort", leave, { once: true });
    const endedEarly = exited.then((how) => {
      ended.abort();
      stopping.signal.removeEventListener("abort", leave);
      throw new Error(`The ${program.name} ${how} before it was ready.`);
    });
    return Promise.race([program.waitUntilReady(ended.signal, () => lastLineAt), endedEarly]);
  };

  const keepAlive = async (): Promise<void> => {
    let delayMs = firstRestartDelayMs;
    let startedAt = performance.now();
    let count = 0;
    while (true) {
      const how = await exited;
      if (stopping.signal.aborted) return;
      if (performance.now() - startedAt > HEALTHY_AFTER_MS) {
        delayMs = firstRestartDelayMs;
        count = 0;
      }
      count += 1;
      watch.onRestart?.({ cause: how, count, restartsAtMs: Date.now() + delayMs });
      watch.onNotice(`The ${program.name} ${how}; restarting it in ${delayMs / 1000} s.`);
      await pause(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      delayMs = Math.min(delayMs * 2, MAX_RESTART_DELAY_MS);
      startedAt = performance.now();
      start().then(
        () => {
          watch.onRestart?.(null);
          watch.onNotice(`The ${program.name} is ready again.`);
        },
        // Its end is reported by the next iteration of this loop.
        () => undefined,
      );
    }
  };

  const ready = start();
  const life = ready.then(keepAlive, () => undefined);

  return {
    ready,
    expectEnd: () => stopping.abort(),
    tell: (message) => {
      lastMessage = message;
      if (child !== undefined) sendTo(child, message);
    },
    stop: async (patienceMs) => {
      stopping.abort();
      const last = child;
      if (last !== undefined && last.exitCode === null && last.signalCode === null) {
        last.kill("SIGTERM");
        const patience = new AbortController();
        const kill = pause(patienceMs, undefined, { signal: patience.signal }).then(
          () => last.kill("SIGKILL"),
          () => undefined,
        );
        await exited;
        patience.abort();
        await kill;
      }
      await life;
    },
  };
}

function startChild(program: Program, onLine: (line: string) => void) {
  // When the channel closes, the program knows that this process has ended.
  const child = spawn(process.execPath, program.args, {
    env: { ...program.env, HEDDLE_LAUNCHER_PID: String(process.pid) },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  for (const output of [child.stdout, child.stderr]) readLines(output, onLine);
  const exited = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(`could not be started (${error.message})`));
    child.once("exit", (code, signal) =>
      resolve(signal === null ? `ended with code ${code}` : `was ended by ${signal}`),
    );
  });
  return { child, exited };
}

/** A program that is ending gets the message when it is started again. */
function sendTo(child: ChildProcess, message: object): void {
  if (child.connected) child.send(message, () => undefined);
}

function readLines(output: Readable | null, onLine: (line: string) => void): void {
  if (output !== null) createInterface({ input: output }).on("line", onLine);
}
