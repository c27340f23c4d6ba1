import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Target } from "./send-load";

/** Starts the server that only reads bodies, or parses them as JSON, in a process of its own. */
export async function startBareServer(does: "read" | "parse" = "read"): Promise<Target & { stop(): void }> {
  const file = fileURLToPath(new URL("bare-server.mjs", import.meta.url));
  const child = spawn(process.execPath, [file, does], { stdio: ["ignore", "pipe", "inherit", "ipc"] });
  const [line] = (await once(child.stdout ?? child, "data")) as [Buffer];
  return { url: `http://127.0.0.1:${line.toString().trim()}`, headers: {}, stop: () => child.disconnect() };
}
