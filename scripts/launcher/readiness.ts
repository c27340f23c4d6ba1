import { setTimeout as pause } from "node:timers/promises";

const RETRY_DELAY_MS = 50;
const REQUEST_TIMEOUT_MS = 2_000;

/**
 * Requests `url` until it returns 200.
 *
 * @param lastLineAt when the program last wrote a line: one that reports progress, such as an upgrade, is waited for
 * @throws Error with the last result when `patienceMs` have passed; the signal's reason when it aborts.
 */
export async function waitUntilHealthy(
  url: string,
  patienceMs: number,
  signal: AbortSignal,
  lastLineAt: () => number,
): Promise<void> {
  const begunAt = performance.now();
  let last = "no response";
  while (performance.now() < Math.max(begunAt, lastLineAt()) + patienceMs) {
    signal.throwIfAborted();
    const answer = await ask(url, signal);
    if (answer === "ready") return;
    last = answer;
    await pause(RETRY_DELAY_MS, undefined, { signal });
  }
  throw new Error(`${url} was not ready after ${Math.round(patienceMs / 1000)} s (${last}).`);
}

async function ask(url: string, signal: AbortSignal): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]) });
    await response.body?.cancel();
    return response.ok ? "ready" : `status ${response.status}`;
  } catch (error) {
    signal.throwIfAborted();
    return error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
  }
}
