import { get } from "node:http";
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

/** Not with `fetch`: a start makes dozens of these requests while two programs need the processors. */
function ask(url: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const limits = { agent: false, signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]) };
    const request = get(url, limits, (response) => {
      response.resume();
      resolve(response.statusCode === 200 ? "ready" : `status ${response.statusCode}`);
    });
    request.on("error", (error) => (signal.aborted ? reject(signal.reason) : resolve(error.message)));
  });
}
