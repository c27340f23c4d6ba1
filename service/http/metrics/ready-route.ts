import type { Handler } from "hono";
import { errorMessage } from "@/lib/guard/error-message";

/** Longer than this, a load balancer does better to ask another. */
const PATIENCE_MS = 2_000;

/** What the service needs to serve requests, by name; each check rejects when it does not work. */
export type ReadyChecks = Readonly<Record<string, (signal: AbortSignal) => Promise<unknown>>>;

async function failureOf(check: (signal: AbortSignal) => Promise<unknown>): Promise<string | null> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error(`No response within ${PATIENCE_MS / 1_000} s.`)));
  });
  try {
    await Promise.race([check(signal), late]);
    return null;
  } catch (error) {
    return errorMessage(error);
  }
}

/** Returns 200 when all checks pass, otherwise 503 with the names of those that do not. Reasons go to the log. */
export function readyRoute(checks: ReadyChecks, onFailure: (check: string, reason: string) => void): Handler {
  return async ({ json }) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => ({ name, reason: await failureOf(check) })),
    );
    const failed = results.flatMap(({ name, reason }) => (reason === null ? [] : [{ name, reason }]));
    for (const { name, reason } of failed) onFailure(name, reason);
    if (failed.length === 0) return json({ status: "ok" });
    return json({ status: "unavailable", failed: failed.map(({ name }) => name) }, 503);
  };
}
