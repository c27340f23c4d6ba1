import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readEnvironment } from "@/lib/environment/environment";
import { serviceProgram } from "@/scripts/launcher/programs";
import { waitUntilHealthy } from "@/scripts/launcher/readiness";

/** The launcher restarts a service after a minute. A machine with other work is slow, not broken: a test waits longer. */
const START_PATIENCE_MS = 600_000;

export const SERVICE_KEY = "hk_faults_key_for_the_tests_0123456789ab";

export interface ServiceProcessOptions {
  readonly dataFolder: string;
  readonly port: number;
  /** Further environment variables. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** The built service in a process of its own, as the launcher runs it, but restarted only by the test. */
export class ServiceProcess {
  readonly url: string;
  /** Resolves when the service responds; rejects with its output when it ends before. */
  readonly ready: Promise<void>;
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;
  #output = "";

  constructor({ dataFolder, port, variables = {} }: ServiceProcessOptions) {
    const environment = readEnvironment({ HEDDLE_DATA: dataFolder, HEDDLE_SERVICE_PORT: String(port) });
    const program = serviceProgram("service", environment, "");
    // No token of the launcher: an empty variable counts as unset, and the key below is the only way in.
    this.#child = spawn(
      process.execPath,
      ["--import", "./build/leave-with-parent.mjs", "--enable-source-maps", "build/service.mjs"],
      {
        env: {
          ...program.env,
          ...variables,
          HEDDLE_SERVICE_PORT: String(port),
          HEDDLE_API_KEY: SERVICE_KEY,
          HEDDLE_LAUNCHER_PID: String(process.pid),
        },
        stdio: ["ignore", "pipe", "pipe", "ipc"],
      },
    );
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding("utf8").on("data", (chunk: string) => {
        this.#output += chunk;
      });
    }
    this.url = environment.serviceUrl;
    this.#ended = once(this.#child, "close").then(([code]) => code as number | null);
    this.ready = this.#whenReady();
    // A test that starts a service to see it fail, or to kill it at once, does not await this.
    this.ready.catch(() => undefined);
  }

  /** Its output so far. */
  get output(): string {
    return this.#output;
  }

  /** The process's id. */
  get pid(): number {
    if (this.#child.pid === undefined) throw new Error(`The service did not start:\n${this.#output}`);
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

  async #whenReady(): Promise<void> {
    const waiting = new AbortController();
    const endedEarly = this.#ended.then((code) => {
      waiting.abort();
      throw new Error(`The service ended with code ${code} before it was ready:\n${this.#output}`);
    });
    const ready = waitUntilHealthy(`${this.url}/health`, START_PATIENCE_MS, waiting.signal, () => 0);
    await Promise.race([ready, endedEarly]);
  }
}

const HEADERS = {
  authorization: `Basic ${Buffer.from(`api:${SERVICE_KEY}`).toString("base64")}`,
  "content-type": "application/json",
};

/**
 * Sends one operation to a service and returns the text of its response. Rejects when it is refused or the connection
 * breaks.
 */
export async function ask(url: string, path: string, body: unknown): Promise<string> {
  const response = await fetch(`${url}${path}`, { method: "POST", headers: HEADERS, body: JSON.stringify(body) });
  const text = await response.text();
  if (response.status !== 200) throw new Refused(`${path} answered ${response.status}: ${text.slice(0, 500)}`);
  return text;
}

/** An unexpected response of the service: never a consequence of a kill. */
export class Refused extends Error {
  override readonly name = "Refused";
}
