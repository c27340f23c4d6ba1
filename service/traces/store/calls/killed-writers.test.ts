// @module-tag all
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { v4 as uuid4, v7 as uuid7 } from "uuid";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openServerStore } from "@/service/traces/store/engine/server-store";
import { createCallTables } from "@/service/traces/store/testing/create-call-tables";
import { EngineFront } from "@/service/traces/store/testing/engine-front";
import { openCalls } from "./open-calls";
import { STORED_CALLS_SQL } from "./visible-calls";

vi.setConfig({ testTimeout: 600_000, hookTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), "heddle-killed-"));
let front: EngineFront;
const children: ChildProcessWithoutNullStreams[] = [];

beforeAll(async () => {
  front = await EngineFront.open(folder);
  const engine = openServerStore(front.client().url);
  await createCallTables(engine);
  await engine.close();
});

afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await front.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A process that writes calls, and what it was given and has not acknowledged. */
interface Writer {
  readonly child: ChildProcessWithoutNullStreams;
  readonly pending: Set<string>;
}

const program = join(import.meta.dirname, "../testing/write-calls.ts");

/** @param onEnd called with each part that is acknowledged, or has to be sent again */
async function startWriter(projectId: string, onEnd: (part: string, isStored: boolean) => void): Promise<Writer> {
  const { url } = front.client();
  // As a loader: the program of tsx starts a second process, which would live on when the first one is killed.
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  const child = spawn(process.execPath, ["--import", tsx, program, url, projectId]);
  children.push(child);
  const pending = new Set<string>();
  const lines = createInterface({ input: child.stdout });
  await Promise.race([
    once(lines, "line"),
    once(child, "exit").then(() => Promise.reject(new Error("The process did not start."))),
  ]);
  lines.on("line", (line) => {
    const isStored = !line.startsWith("failed ");
    const part = isStored ? line : line.slice("failed ".length);
    if (pending.delete(part)) onEnd(part, isStored);
  });
  child.once("exit", () => {
    for (const part of pending) onEnd(part, false);
    pending.clear();
  });
  return { child, pending };
}

test("three processes lose and double no call while two of them are killed, one after the other", async () => {
  const projectId = uuid4();
  const writers: Writer[] = [];
  const stored = new Set<string>();
  const ids = Array.from({ length: 60 }, () => uuid7());
  const parts = ids.flatMap((id) => [`start ${id}`, `end ${id}`]);
  let sent = 0;
  const send = (part: string): void => {
    const living = writers.filter(({ child }) => child.exitCode === null && child.signalCode === null);
    // The parts of a call reach different processes.
    const writer = living[sent % living.length];
    sent += 1;
    if (writer === undefined) return;
    writer.pending.add(part);
    writer.child.stdin.write(`${part}\n`);
  };
  const onEnd = (part: string, isStored: boolean) => {
    if (isStored) stored.add(part);
    else send(part);
  };
  for (let count = 0; count < 3; count += 1) writers.push(await startWriter(projectId, onEnd));
  for (const [at, part] of parts.entries()) {
    send(part);
    if (at % 3 !== 0) continue;
    await expect.poll(() => stored.size, { timeout: 120_000 }).toBeGreaterThan(at / 2);
    if (at !== 30 && at !== 72) continue;
    writers.find(({ child }) => child.signalCode === null)?.child.kill("SIGKILL");
  }
  await expect.poll(() => stored.size, { timeout: 240_000 }).toBe(parts.length);
  const engine = openServerStore(front.client().url);
  const { store, writer } = await openCalls(engine);
  const rows = await store.read<{ id: string; output: string }>({
    sql: `SELECT id, output FROM call_rows WHERE ${STORED_CALLS_SQL}`,
    params: { projectId },
  });
  expect(rows.map(({ id }) => id).sort()).toEqual([...ids].sort());
  expect(rows.filter(({ output }) => output === "")).toEqual([]);
  await writer.close();
  await engine.close();
});
