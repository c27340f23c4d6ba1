import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { readyProviders } from "@/service/kernel/providers/ready-providers";
import { freePort } from "./free-port";

export const ADMIN = { email: "ines@example.org", password: "a long enough password" } as const;
export const API_KEY = "hk_e2e_key_for_the_tests_0123456789abcdef";

export interface RunOptions {
  /** Variables in addition to the ports, the folder, the admin and the key; undefined removes one of those. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** An existing folder, which is then kept; by default a new one that is deleted at the end. */
  readonly dataFolder?: string;
  /** Another checkout that is run; by default this one. */
  readonly checkout?: string;
  /** Runs it in its own process group, as a shell does for each command, for `signalGroup`. */
  readonly hasOwnGroup?: boolean;
}

/** The product as `npm start` runs it: launcher, service and dashboard, on free ports and a folder of its own. */
export interface Heddle {
  readonly url: string;
  readonly serviceUrl: string;
  readonly dataFolder: string;
  /** Exit code of the launcher, once it has ended; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Sends the embedded service alone a signal. */
  signalService(name: NodeJS.Signals): void;
  /** The output of the three processes so far. */
  output(): string;
  /** Sends the launcher a signal. */
  signal(name: NodeJS.Signals): void;
  /** Sends all processes of its own group a signal, as a terminal does at Ctrl-C; throws ESRCH when none is left. */
  signalGroup(name: NodeJS.Signals): void;
  /** Ends it as Ctrl-C does, waits, and returns the exit code. */
  stop(): Promise<number | null>;
}

/** The user who runs the tests may have provider keys, which no test may use. */
const noProviders = Object.fromEntries(
  readyProviders
    .flatMap(({ keyVariables, urlVariables }) => [...keyVariables, ...urlVariables])
    .map((name) => [name, undefined]),
);

const READY = "Heddle is ready.";
const TIMEOUT_MS = 120_000;

/** Resolves when the output contains a text; rejects with the output on a timeout, or when Heddle ended. */
export async function untilPrinted(heddle: Heddle, text: string): Promise<void> {
  const giveUpAt = performance.now() + TIMEOUT_MS;
  let hasEnded = false;
  void heddle.ended.then(() => {
    hasEnded = true;
  });
  while (!heddle.output().includes(text)) {
    if (hasEnded) throw new Error(`Heddle ended with code ${await heddle.ended}:\n${heddle.output()}`);
    if (performance.now() > giveUpAt) throw new Error(`Heddle did not print "${text}":\n${heddle.output()}`);
    await pause(20);
  }
}

/** Returns the process of the embedded service among the descendants of a process. */
function servicePidBelow(launcherPid: number | undefined): number {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).trim().split("\n");
  const all = lines.map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line)?.slice(1) ?? []);
  const below = new Set([String(launcherPid)]);
  // A parent may be listed after its child.
  for (let round = 0; round < all.length && round < 5; round += 1) {
    for (const [pid = "", parent = ""] of all) if (below.has(parent)) below.add(pid);
  }
  const service = all.find(([pid = "", , args = ""]) => below.has(pid) && args.includes("build/service.mjs"));
  if (service === undefined) throw new Error(`Process ${launcherPid} has no service below it.`);
  return Number(service[0]);
}

/** Begins a start without waiting for it. */
export async function startHeddle({
  env = {},
  dataFolder,
  checkout = ".",
  hasOwnGroup = false,
}: RunOptions = {}): Promise<Heddle> {
  const folder = dataFolder ?? mkdtempSync(join(tmpdir(), "heddle-e2e-"));
  const [port, servicePort] = [await freePort(), await freePort()];
  const variables = {
    ...process.env,
    ...noProviders,
    PORT: String(port),
    HEDDLE_SERVICE_PORT: String(servicePort),
    HEDDLE_OTLP_GRPC_PORT: "off",
    HEDDLE_DATA: folder,
    HEDDLE_ADMIN_EMAIL: ADMIN.email,
    HEDDLE_ADMIN_PASSWORD: ADMIN.password,
    HEDDLE_API_KEY: API_KEY,
    ...env,
  };
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: checkout,
    env: variables,
    stdio: ["ignore", "pipe", "pipe"],
    detached: hasOwnGroup,
  });
  // "close" comes after the last line of output; the children hold the same pipes only through the launcher.
  const ended = once(child, "close").then(([code]) => code as number | null);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (chunk: string) => {
      text += chunk;
    });
  }
  return {
    url: `http://localhost:${variables.PORT}`,
    serviceUrl: `http://127.0.0.1:${variables.HEDDLE_SERVICE_PORT}`,
    dataFolder: folder,
    ended,
    output: () => text,
    signal: (name) => void child.kill(name),
    signalGroup(name) {
      if (!hasOwnGroup || child.pid === undefined) throw new Error("This Heddle has no process group of its own.");
      process.kill(-child.pid, name);
    },
    signalService: (name) => void process.kill(servicePidBelow(child.pid), name),
    async stop() {
      child.kill("SIGTERM");
      const code = await ended;
      if (dataFolder === undefined) rmSync(folder, { recursive: true, force: true });
      return code;
    },
  };
}

export async function runHeddle(options: RunOptions = {}): Promise<Heddle> {
  const heddle = await startHeddle(options);
  await untilPrinted(heddle, READY);
  return heddle;
}
