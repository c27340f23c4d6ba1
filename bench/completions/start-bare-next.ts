import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "@/e2e/support/free-port";

const FOLDER = "bench/completions/bare-next";
const NEXT = "node_modules/next/dist/bin/next";
const TIMEOUT_MS = 60_000;

/**
 * Builds and starts an application of one route handler that forwards its request to `upstream` and streams the
 * response.
 */
export async function startBareNext(upstream: string): Promise<{ readonly url: string; stop(): void }> {
  const env = {
    ...process.env,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    BENCH_UPSTREAM: upstream,
  } as const;
  const build = spawn(process.execPath, [NEXT, "build", FOLDER], { env, stdio: ["ignore", "ignore", "inherit"] });
  const [code] = (await once(build, "exit")) as [number | null];
  if (code !== 0) throw new Error(`The bare route handler was not built: code ${code}`);
  const port = await freePort();
  const child = spawn(process.execPath, [NEXT, "start", FOLDER, "--port", String(port)], {
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://localhost:${port}/api/bare/stream`;
  for (const giveUpAt = performance.now() + TIMEOUT_MS; ; await pause(50)) {
    const answer = await fetch(url).catch(() => null);
    if (answer) break;
    if (performance.now() > giveUpAt) throw new Error("The bare route handler did not start");
  }
  return { url, stop: () => void child.kill("SIGTERM") };
}
