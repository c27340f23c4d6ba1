/**
 * Measures the call writer under steady load: starts and their ends in separate requests.
 * Run: npm run bench -- write-calls --seconds 20
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { v7 as uuid7 } from "uuid";
import { quantile } from "@/bench/report/quantile";
import { Report } from "@/bench/report/report";
import type { EndPart, StartPart } from "@/service/traces/store/calls/call-parts";
import { openCalls } from "@/service/traces/store/calls/open-calls";
import { payloadOf } from "@/service/traces/store/calls/payload";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import { RecordLog } from "@/service/traces/store/engine/record-log";
import { toEngineTime } from "@/service/traces/store/engine/timestamps";
import { callTables } from "@/service/traces/store/schema/schema-calls";

const { values } = parseArgs({ options: { seconds: { type: "string", default: "20" } } });
const folder = mkdtempSync(join(tmpdir(), "heddle-bench-"));
const store = openEmbeddedStore({ folder });
for (const sql of callTables(store.kind)) await store.command(sql);
const { writer } = await openCalls(store, { log: await RecordLog.open(join(folder, "log")) });

const text = (bytes: number) => "x7Gq".repeat(Math.ceil(bytes / 4));
const inputs = payloadOf(JSON.stringify({ user: "u", messages: [{ role: "user", content: text(800) }] }));
const output = payloadOf(JSON.stringify({ choices: [{ message: { content: text(560) } }] }));
const summary = payloadOf('{"usage":{"gpt-4o":{"requests":1,"prompt_tokens":10,"completion_tokens":5}}}');
const attributes = payloadOf('{"weave":{"source":"bench"}}');
const now = () => toEngineTime(Date.now() / 1000) ?? "";

function startOf(): StartPart {
  const none = { parentId: null, threadId: null, turnId: null, displayName: null, runId: null, runStep: null };
  const known = { projectId: "e/p", id: uuid7(), startedAt: now(), traceId: uuid7(), opName: "bench", userId: "u" };
  return { part: "start", ...none, ...known, attributes, inputs, otelDump: null };
}

function endOf({ projectId, id }: StartPart): EndPart {
  const end = { exception: null, descendantErrors: 0, output, summary, runStepEnd: null };
  return { part: "end", projectId, id, endedAt: now(), ...end };
}

async function run(clients: number, size: number): Promise<void> {
  const taken: number[] = [];
  const begun = performance.now();
  const until = begun + Number(values.seconds) * 1000;
  let calls = 0;
  const client = async () => {
    while (performance.now() < until) {
      const starts = Array.from({ length: size }, startOf);
      for (const parts of [starts, starts.map(endOf)]) {
        const at = performance.now();
        await writer.write(parts);
        taken.push(performance.now() - at);
      }
      calls += size;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  await writer.idle();
  const perSecond = (calls / (performance.now() - begun)) * 1000;
  const sql = "SELECT count() AS n FROM system.parts WHERE active AND table = 'call_rows'";
  const [parts] = await store.read<{ n: number }>({ sql });
  const load = `clients ${clients}, calls a request ${size}`;
  report.add(load, perSecond, "calls/s");
  report.add(`${load}: p50`, quantile(taken, 0.5), "ms");
  report.add(`${load}: p99`, quantile(taken, 0.99), "ms");
  report.add(`${load}: parts`, parts?.n ?? Number.NaN, "");
}

const report = new Report("write-calls", { seconds: values.seconds });
try {
  await run(1, 1);
  await run(50, 20);
  await run(50, 1);
  report.finish();
} finally {
  await writer.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
}
