/**
 * Measures reading parts of a large payload through the operations, compared with reading the whole call in the same
 * run, and how long the service was blocked meanwhile.
 * Run: npm run bench -- read-values --megabytes 50
 */
import { parseArgs } from "node:util";
import { v7 as uuid7 } from "uuid";
import { Report } from "@/bench/report/report";
import { openTestService } from "@/service/testing/open-service";
import { readCall } from "@/service/traces/operations/calls/call-read";
import { upsertBatch } from "@/service/traces/operations/calls/call-upsert-batch";
import { findInValue } from "@/service/traces/operations/values/value-find";
import { readPart } from "@/service/traces/operations/values/value-read";

const { values } = parseArgs({ options: { megabytes: { type: "string", default: "50" } } });
const characters = Number(values.megabytes) * 1e6;

const LINE = "The passenger asks to add a second checked bag to reservation H9.\n";
/** Of one entry of `rows`. */
const ROW_LENGTH = 41;
const PROJECT = "e/p";
const id = uuid7();
const rows = Math.floor((characters * 0.3) / ROW_LENGTH);
const middle = Math.floor(rows / 2);
const inputs = {
  question: "Which bag is overweight?",
  document: `${LINE.repeat(Math.floor((characters * 0.7) / LINE.length))}Here is the needle.`,
  rows: Array.from({ length: rows }, (_, row) => ({ row, state: `bag ${row} is fine` })),
};
const start = {
  project_id: PROJECT,
  id,
  trace_id: id,
  op_name: "f",
  started_at: "2026-11-20T10:00:00Z",
  attributes: {},
  inputs,
};
const place = { project_id: PROJECT, call_id: id, field: "inputs" };

const TICK_MS = 5;

/** The duration of an action, and the longest time in which nothing else could run. */
async function time(work: () => Promise<unknown>): Promise<{ ms: number; blockMs: number }> {
  const begun = performance.now();
  let blockMs = 0;
  let last = begun;
  const timer = setInterval(() => {
    const now = performance.now();
    blockMs = Math.max(blockMs, now - last - TICK_MS);
    last = now;
  }, TICK_MS);
  await work();
  clearInterval(timer);
  return { ms: performance.now() - begun, blockMs };
}

const service = await openTestService();
const read = (body: object) => () => service.ask("value.read", readPart, { ...place, ...body });
const find = (text: string) => () => service.ask("value.find", findInValue, { ...place, text });
const call = (body: object) => () => service.ask("call.read", readCall, { project_id: PROJECT, id, ...body });

const cases: readonly (readonly [string, () => Promise<unknown>])[] = [
  ["the call whole", call({})],
  ["the call without what is large", call({ longest_value: 1_000_000 })],
  ["a first part", read({})],
  ["the same again", read({})],
  ["100 items in the middle of a list", read({ path: ["rows"], from: middle, to: middle + 100 })],
  ["32,000 characters in the middle of a text", read({ path: ["document"], from: 1_000_000, to: 1_032_000 })],
  ["search: one place", find("needle")],
  ["search: nowhere", find("nothing like it")],
  ["search: everywhere", find("is fine")],
];

try {
  await service.ask("call.upsertBatch", upsertBatch, { batch: [{ mode: "start", req: { start } }] });
  const report = new Report("read-values", { megabytes: values.megabytes });
  let whole: { ms: number; blockMs: number } | null = null;
  for (const [name, work] of cases) {
    const { ms, blockMs } = await time(work);
    whole ??= { ms, blockMs };
    report.add(name, ms, "ms", { name: "the call whole", value: whole.ms });
    report.add(`${name}: longest block`, blockMs, "ms", { name: "the call whole", value: whole.blockMs });
  }
  report.finish();
} finally {
  await service.close();
}
