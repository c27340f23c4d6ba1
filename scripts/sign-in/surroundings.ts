import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Variables } from "@/lib/api/server/mcp/program/usage-error";
import { openPage } from "./open-page";

/** What the commands of a user find around them. */
export interface Surroundings {
  readonly variables: Variables;
  readonly fetch: typeof fetch;
  readonly out: { write(text: string): unknown };
  readonly errors: { write(text: string): unknown };
  /** Aborted by Ctrl-C and by SIGTERM. */
  readonly signal: AbortSignal;
  readonly nowMs: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Opens an address in the user's browser. @returns false where there is none */
  readonly openPage: (url: string) => Promise<boolean>;
  /** The name of this machine. */
  readonly host: string;
}

/** The surroundings of this process. */
export function processSurroundings(signal: AbortSignal): Surroundings {
  return {
    variables: process.env,
    fetch,
    out: process.stdout,
    errors: process.stderr,
    signal,
    nowMs: Date.now,
    sleep: async (ms, stopped) => {
      await sleep(ms, undefined, { signal: stopped });
    },
    openPage: (url) => openPage(url),
    host: hostname(),
  };
}
