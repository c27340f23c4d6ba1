/**
 * Measures what judging watches costs in processor time, on calls written by the engine. Rollups do not serve: the calls are
 * read as rows, which costs most.
 * Run: npm run bench -- watches --calls 1000000 --watches 200
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pino from "pino";
import { Report } from "@/bench/report/report";
import { fillCalls } from "@/bench/store/fill-calls";
import type { Measure } from "@/lib/api/contract/measures/measures";
import { watchSettings } from "@/lib/api/contract/watches/watches";
import { AddressPolicy } from "@/lib/outgoing/address-policy";
import { ProviderDirectory } from "@/service/kernel/providers/provider-directory";
import { Leases } from "@/service/kernel/state/leases";
import { openState } from "@/service/kernel/state/open-state";
import { Seal } from "@/service/kernel/state/seal";
import { openServices } from "@/service/traces/open-services";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import { WebhookSender } from "@/service/watches/channels/webhook-sender";
import { WatchRecords } from "@/service/watches/rules/watch-records";
import { Watches } from "@/service/watches/watches";

const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "1000000" },
    watches: { type: "string", default: "200" },
    rounds: { type: "string", default: "3" },
  },
});
const [calls, count, rounds] = [Number(values.calls), Number(values.watches), Number(values.rounds)];
const PROJECT = "e/p";
const MINUTE_MS = 60_000;
/** Start time of the generated calls, of which one begins each 0.3 s. */
const BEGIN_MS = 1_750_000_000_000;
const END_MS = Math.floor((BEGIN_MS + calls * 300) / MINUTE_MS) * MINUTE_MS;
const BETWEEN_MS = 300_000;

const folder = mkdtempSync(join(tmpdir(), "heddle-bench-"));
const engine = openEmbeddedStore({ folder });
await fillCalls(engine, calls);
const services = await openServices(engine, folder, new ProviderDirectory({}));
const state = await openState(folder, undefined);
const log = pino({ level: "silent" });
const leases = await Leases.open(state, { log, durationMs: 600_000 });
let nowMs = END_MS - 30 * MINUTE_MS;
const policy = new AddressPolicy({
  ...{ HEDDLE_CONNECTION_POLICY: "self-hosted", HEDDLE_CONNECTION_ALLOW: [], PORT: 7700, HEDDLE_URL: undefined },
  publicUrl: "http://localhost:7700",
});
const watches = new Watches({
  ...{ state, seal: new Seal(Buffer.alloc(32, 7)), services, leases, log, sender: new WebhookSender(policy) },
  ...{ link: () => null, now: () => nowMs },
});

const FIGURES: readonly Measure["figure"][] = ["error_share", "calls", "latency_p90", "tokens", "cost_usd"];
/** Of a path of the payload, which no column and no rollup has. */
const ofUser = (user: number) => ({ $expr: { $eq: [{ $getField: "inputs.user" }, { $literal: `user-${user}` }] } });

/** The five figures of each of the filters: half of them of an op, half of a path of the payload; each fourth by op. */
function measureOf(at: number, windowSeconds: 60 | 300): object {
  const [figure, place] = [FIGURES[at % FIGURES.length] ?? "calls", Math.floor(at / FIGURES.length)];
  const isOfOp = place % 2 === 0;
  const filter = isOfOp ? { op_names: [`weave:///e/p/op/op-${place % 12}:*`] } : {};
  const by = place % 4 === 3 && !figure.startsWith("latency") ? "op" : null;
  return { figure, filter, query: isOfOp ? null : ofUser(place), by, window_seconds: windowSeconds };
}

async function addWatches(windowSeconds: 60 | 300): Promise<void> {
  const records = new WatchRecords(state);
  for (let at = 0; at < count; at += 1) {
    const condition = { kind: "above", level: 1e9 };
    const settings = watchSettings.parse({
      name: `${windowSeconds} ${at}`,
      measure: measureOf(at, windowSeconds),
      condition,
    });
    const judgedUntilS = Math.floor((nowMs - MINUTE_MS) / 1000 / windowSeconds) * windowSeconds;
    const id = `${windowSeconds}-${at}`;
    await records.save({ id, projectId: PROJECT, isOn: true, userId: "u", settings, judgedUntilS });
  }
}

/** Returns the processor time of this process, the engine included, in milliseconds. */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

async function costOf(stepMs: number): Promise<number> {
  const before = cpuMs();
  for (let round = 0; round < rounds; round += 1) {
    nowMs += stepMs;
    await watches.judge();
  }
  return (cpuMs() - before) / rounds;
}

const report = new Report("watches", { calls, watches: count });
try {
  // The shortest query that answers one of them, as often.
  const started = cpuMs();
  for (let at = 0; at < count; at += 1)
    await engine.read({
      sql: `SELECT count(), countIf(exception != '') FROM call_rows WHERE project_id = 'e/p' AND started_at >= fromUnixTimestamp64Milli(toInt64(${nowMs - MINUTE_MS}), 'UTC') AND started_at < fromUnixTimestamp64Milli(toInt64(${nowMs}), 'UTC')`,
    });
  const bare = { name: "as many shortest queries", value: cpuMs() - started };
  const idle = await costOf(MINUTE_MS);
  report.add("a look without watches", idle, "ms");
  await addWatches(300);
  const five = await costOf(BETWEEN_MS);
  report.add("processor time of a look: windows of 5 minutes", five, "ms", bare);
  report.add("… share of a core, each 5 minutes", (100 * five) / BETWEEN_MS, "%");
  for (const { id } of await new WatchRecords(state).active()) await new WatchRecords(state).remove(id);
  await addWatches(60);
  const one = await costOf(MINUTE_MS);
  report.add("processor time of a look: windows of a minute", one, "ms", bare);
  report.add("… share of a core, each minute", (100 * one) / MINUTE_MS, "%");
  const problems = (await watches.list(PROJECT)).watches.filter(({ problem }) => problem !== null);
  if (problems.length > 0) throw new Error(`${problems.length} watches were not judged: ${problems[0]?.problem}`);
} finally {
  report.finish();
  await watches.close();
  await leases.close();
  await state.destroy();
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
}
