import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { SERVICE_THREADS } from "@/service/traces/store/engine/engine-threads";

const PROGRAM = fileURLToPath(new URL("shared-servers-program.ts", import.meta.url));

/**
 * Empty servers for services that share them, in a process of their own: otherwise one thread does the work of the
 * servers and that of the clients.
 */
export interface SharedServers {
  /** Of the environment of each service. */
  readonly variables: Readonly<Record<string, string>>;
  /** The process of the servers. */
  readonly pid: number;
  /** Ends the servers, deletes what they stored, and waits. */
  stop(): Promise<void>;
}

export async function startSharedServers(): Promise<SharedServers> {
  const child = spawn(process.execPath, ["--import", "tsx", PROGRAM], {
    env: { ...process.env, UV_THREADPOOL_SIZE: String(SERVICE_THREADS) },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout ?? process.stdin }), "line"),
    ended.then(([code]) => Promise.reject(new Error(`The shared servers ended with code ${code}.`))),
  ])) as [string];
  return {
    variables: JSON.parse(line) as Record<string, string>,
    pid: child.pid ?? 0,
    async stop() {
      child.disconnect();
      await ended;
    },
  };
}
