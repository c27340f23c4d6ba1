import { Session } from "node:inspector/promises";
import { cpuUsage } from "node:process";

/** A process that used less than this share of one processor since the last step is at rest. */
const RESTING_SHARE = 0.2;

/** After less work than this, and with fewer bytes of large requests, there is little to collect. */
const MIN_WORK_MS = 10_000;
const MIN_DECODED_BYTES = 32 * 1024 ** 2;

export interface IdleCollectionOptions {
  /** Collects garbage. By default it also returns freed memory to the system, and takes tenths of a second. */
  readonly collect?: () => Promise<void>;
  /** Milliseconds between two calls of `step`. */
  readonly everyMs: number;
  /** Processor time of all threads since the process began, in milliseconds. */
  readonly processorMs?: () => number;
  /** Bytes of large requests since the process began. */
  readonly decodedBytes?: () => number;
}

/**
 * Collects garbage once a process that worked comes to rest. The runtime collects when something is allocated, so what a
 * burst of requests leaves behind would stay in memory until the next one.
 */
export class IdleCollection {
  readonly #collect: () => Promise<void>;
  readonly #processorMs: () => number;
  readonly #decodedBytes: () => number;
  readonly #everyMs: number;
  #lastMs: number;
  /** Since the last collection. */
  #workedMs = 0;
  /** At the last collection. */
  #collectedAtBytes = 0;

  constructor({
    collect = collectGarbage,
    everyMs,
    processorMs = processorMsOfThisProcess,
    decodedBytes = () => 0,
  }: IdleCollectionOptions) {
    this.#collect = collect;
    this.#decodedBytes = decodedBytes;
    this.#everyMs = everyMs;
    this.#processorMs = processorMs;
    this.#lastMs = processorMs();
  }

  /** To be called again and again, `everyMs` apart. */
  async step(): Promise<void> {
    const spentMs = this.#processorMs() - this.#lastMs;
    this.#lastMs += spentMs;
    this.#workedMs += spentMs;
    const decodedBytes = this.#decodedBytes();
    const hasLeft = this.#workedMs >= MIN_WORK_MS || decodedBytes - this.#collectedAtBytes >= MIN_DECODED_BYTES;
    if (spentMs > this.#everyMs * RESTING_SHARE || !hasLeft) return;
    this.#workedMs = 0;
    this.#collectedAtBytes = decodedBytes;
    await this.#collect();
    this.#lastMs = this.#processorMs();
  }
}

function processorMsOfThisProcess(): number {
  const { user, system } = cpuUsage();
  return (user + system) / 1000;
}

/** The same as the button of the developer tools. Unlike `gc`, it returns free pages of the heap to the system. */
async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post("HeapProfiler.collectGarbage");
  session.disconnect();
}
