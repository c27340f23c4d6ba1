import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port";

export const ADMIN = { email: "ines@example.org", password: "a long enough password" } as const;
export const API_KEY = "hk_e2e_key_for_the_tests_0123456789abcdef";

/** The product as `npm start` runs it: launcher, service and dashboard, on free ports and a folder of its own. */
export interface Heddle {
  readonly url: string;
  readonly serviceUrl: string;
  readonly dataFolder: string;
  /** Everything that the three processes have printed so far. */
  output(): string;
  /** Ends it as Ctrl-C does and waits; the exit code. */
  stop(): Promise<number | null>;
}

const READY = "Heddle is ready.";
const PATIENCE_MS = 120_000;

function untilReady(child: ChildProcess, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Heddle did not come up:\n${output()}`)), PATIENCE_MS);
    child.stdout?.on("data", () => {
      if (!output().includes(READY)) return;
      clearTimeout(timer);
      resolve();
    });
    child.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`Heddle ended with code ${code}:\n${output()}`));
    });
  });
}

export interface RunOptions {
  /** Variables beside the ports, the folder, the admin and the key; undefined takes one of those away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** An existing folder, which is then kept; by default a new one that is removed at the end. */
  readonly dataFolder?: string;
}

export async function runHeddle({ env = {}, dataFolder }: RunOptions = {}): Promise<Heddle> {
  const folder = dataFolder ?? mkdtempSync(join(tmpdir(), "heddle-e2e-"));
  const [port, servicePort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    env: {
      ...process.env,
      PORT: String(port),
      HEDDLE_SERVICE_PORT: String(servicePort),
      HEDDLE_DATA: folder,
      HEDDLE_ADMIN_EMAIL: ADMIN.email,
      HEDDLE_ADMIN_PASSWORD: ADMIN.password,
      HEDDLE_API_KEY: API_KEY,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit") as Promise<[number | null]>;
  let text = "";
  const output = () => text;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (chunk: string) => {
      text += chunk;
    });
  }
  await untilReady(child, output);
  return {
    url: `http://localhost:${port}`,
    serviceUrl: `http://127.0.0.1:${servicePort}`,
    dataFolder: folder,
    output,
    async stop() {
      child.kill("SIGTERM");
      const [code] = await ended;
      if (dataFolder === undefined) rmSync(folder, { recursive: true, force: true });
      return code;
    },
  };
}
