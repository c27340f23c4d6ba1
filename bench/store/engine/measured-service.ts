import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { freePort } from "@/e2e/support/free-port";
import { SERVICE_THREADS } from "@/service/traces/store/engine/engine-threads";
import { type ProcessFacts, processFacts } from "./process-facts";

/** Any key that the service takes from its environment. */
const API_KEY = "hk_bench_key_for_the_measurement_0123456789abcdef";
const PROBE = fileURLToPath(new URL("gc-probe.mjs", import.meta.url));
const START_TIMEOUT_MS = 120_000;
const LAST_OUTPUT = 4_000;

/** A service that used less than this share of a processor for this long is idle; batches of rollups are closer. */
const IDLE_MS = 4_000;
const WORKING_SHARE = 0.1;

/** What the service's process knows of itself. */
interface ScriptFacts {
  /** Garbage collection stopped the first thread, and each worker that reported, for this long since the start. */
  readonly gcMs: number;
  readonly workersGcMs: readonly number[];
  /** The longest time that the first thread was busy with one thing, since this was last asked. */
  readonly longestBlockMs: number;
  /** Memory that the first thread's heap has taken from the system, and its buffers outside of it. */
  readonly heapMb: number;
  readonly buffersMb: number;
}

export type ServiceFacts = ProcessFacts & ScriptFacts & { readonly atMs: number };

/** The service of some checkout in a process of its own, as the launcher runs it. */
export interface MeasuredService {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  facts(): Promise<ServiceFacts>;
  /** Ends it as the launcher does and waits; does nothing when it has ended. */
  stop(): Promise<void>;
}

/** Builds the service of a checkout when its sources changed, with the checkout's own build. */
export async function buildService(checkout: string): Promise<void> {
  const build = pathToFileURL(join(resolve(checkout), "scripts/prepare/build.mjs")).href;
  const { buildPrograms } = (await import(build)) as { buildPrograms: () => Promise<void> };
  await buildPrograms();
}

/**
 * Starts the service of a checkout on a data folder, and waits until it responds and is idle.
 * @param variables of the environment, in addition to its own
 */
export async function startService(
  checkout: string,
  dataFolder: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<MeasuredService> {
  mkdirSync(dataFolder, { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ["--import", PROBE, "--enable-source-maps", "build/service.mjs"], {
    cwd: resolve(checkout),
    env: {
      ...variables,
      PATH: process.env.PATH,
      NODE_ENV: "production",
      HEDDLE_DATA: resolve(dataFolder),
      HEDDLE_SERVICE_PORT: String(port),
      HEDDLE_API_KEY: API_KEY,
      UV_THREADPOOL_SIZE: String(SERVICE_THREADS),
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-LAST_OUTPUT);
    });
  }
  await untilHealthy(url, child, () => output);
  await untilIdle(child.pid ?? 0);
  return {
    url,
    headers: { authorization: `Basic ${Buffer.from(`api:${API_KEY}`).toString("base64")}` },
    facts: async () => ({ atMs: performance.now(), ...processFacts(child.pid ?? 0), ...(await scriptFacts(child)) }),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

async function untilHealthy(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (const giveUpAt = performance.now() + START_TIMEOUT_MS; ; await pause(50)) {
    const response = await fetch(`${url}/health`).catch(() => null);
    if (response?.ok) return;
    const isOver = child.exitCode !== null || performance.now() > giveUpAt;
    if (isOver) throw new Error(`The measured service did not start:\n${output()}`);
  }
}

/** Waits while the service still works on its data folder, such as on rollups of one that an earlier version filled. */
async function untilIdle(pid: number): Promise<void> {
  const working = () => processFacts(pid).processorMs;
  for (let before = working(); ; ) {
    await pause(IDLE_MS);
    const after = working();
    if (!(after - before > IDLE_MS * WORKING_SHARE)) return;
    before = after;
  }
}

async function scriptFacts(child: ChildProcess): Promise<ScriptFacts> {
  const answered = once(child, "message") as Promise<[ScriptFacts]>;
  child.send("bench-facts");
  const [facts] = await answered;
  return facts;
}
