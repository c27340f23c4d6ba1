import { spawn } from "node:child_process";
import { once } from "node:events";

/** Starts the paced provider in a process of its own, so that it takes no time from the measuring process. */
export async function startPacedProvider(): Promise<{ readonly url: string; stop(): void }> {
  const child = spawn(process.execPath, ["--import", "tsx", "bench/completions/paced-provider.ts"], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const [line] = (await once(child.stdout ?? child, "data")) as [Buffer];
  return { url: `http://127.0.0.1:${line.toString().trim()}/v1`, stop: () => child.disconnect() };
}
