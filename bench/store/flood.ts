/**
 * One owner who sends large requests without pause, and what another owner notices of it: the time of lists, of single
 * spans and of `/health` with the flood against the same without, and the longest time for which the service's thread did
 * nothing else.
 * Run: npm run bench -- flood --spans 100000
 */
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Pool } from "undici";
import { quantile } from "@/bench/report/quantile";
import { Report } from "@/bench/report/report";
import { DataFolder } from "@/bench/store/engine/data-folder";
import { sendSpans } from "@/bench/store/engine/fill-spans";
import { buildService, type MeasuredService, startService } from "@/bench/store/engine/measured-service";
import { floodBody } from "@/bench/store/flood/flood-bodies";
import { OtherOwner, type OwnerTimes } from "@/bench/store/flood/other-owner";
import { makeCorpus } from "@/bench/store/workload/words";
import { DEFAULT_UNTIL_MS, Workload } from "@/bench/store/workload/workload";

const { values } = parseArgs({
  options: {
    /** Of one request of the flood. */
    spans: { type: "string", default: "100000" },
    connections: { type: "string", default: "4" },
    /** How long the other owner is measured, each time. */
    seconds: { type: "string", default: "30" },
    /** How long the service then has nothing to do. */
    rest: { type: "string", default: "60" },
    /** Spans of the other owner, before anything is measured. */
    stored: { type: "string", default: "20000" },
    /** Another checkout whose service is measured, with this benchmark. */
    service: { type: "string", default: "." },
    /** A folder for a CPU profile of the service, which then is slower. */
    profile: { type: "string" },
  },
});
const checkout = values.service;
const spans = Number(values.spans);
const connections = Number(values.connections);
const seconds = Number(values.seconds);
const restSeconds = Number(values.rest);

const TOKEN = "the_token_of_the_dashboard_of_this_measurement_0123456789";
const FLOOD_PROJECT = "bench/flood";
/** Large bodies are made before: their sender would otherwise take the processors of what is measured. */
const BODIES = 24;

/** What the clients of the flood received. */
interface Flood {
  readonly stop: () => Promise<void>;
  readonly statuses: Map<number, number>;
}

function startFlood({ url, headers }: MeasuredService, bodies: readonly Buffer[]): Flood {
  const pool = new Pool(url, { connections, headersTimeout: 0, bodyTimeout: 0 });
  const statuses = new Map<number, number>();
  let isOver = false;
  let sent = 0;
  const client = async () => {
    while (!isOver && sent < bodies.length) {
      const body = bodies[sent] ?? Buffer.alloc(0);
      sent += 1;
      const encoded = { "content-type": "application/x-protobuf", "content-encoding": "gzip" };
      const response = await pool.request({
        path: "/otel/v1/traces",
        method: "POST",
        headers: { ...headers, ...encoded, project_id: FLOOD_PROJECT },
        body,
      });
      await response.body.text();
      statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1);
    }
  };
  const clients = Promise.all(Array.from({ length: connections }, client));
  return {
    statuses,
    async stop() {
      isOver = true;
      await clients;
      await pool.destroy();
    },
  };
}

const report = new Report("flood", { spans, connections, seconds }, { checkout });
const folder = new DataFolder();
await buildService(checkout);
const bodies = Array.from({ length: BODIES }, (_, at) => floodBody(at, spans));
const { profile } = values;
const profiled = profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${resolve(profile)}`];
const service = await startService(checkout, folder.service, { HEDDLE_LOCAL_TOKEN: TOKEN }, profiled);
try {
  const headers = { authorization: `Bearer ${TOKEN}`, "x-heddle-user": "other" };
  const workload = new Workload({ spans: Number(values.stored), hours: 24, untilMs: DEFAULT_UNTIL_MS });
  const other = new OtherOwner({ url: service.url, headers }, workload);
  await sendSpans([{ url: service.url, headers }], workload, makeCorpus("words"));
  // Code that runs for the first time is slower.
  await other.during(Math.min(5, seconds));
  const before = await service.facts();
  const alone = await other.during(seconds);
  const quiet = await service.facts();
  const flood = startFlood(service, bodies);
  await pause(1_000);
  const beside = await other.during(seconds);
  const during = await service.facts();
  await flood.stop();
  const kinds: readonly (readonly [string, keyof OwnerTimes])[] = [
    ["lists of the other owner", "reads"],
    ["single spans of the other owner", "writes"],
    ["/health", "health"],
  ];
  for (const [label, kind] of kinds) {
    for (const [name, q] of [["median", 0.5] as const, ["p99", 0.99] as const]) {
      const value = quantile(alone[kind], q);
      report.add(`${label}, ${name}`, quantile(beside[kind], q), "ms", { name: "without the flood", value });
    }
  }
  report.add("longest block of the service's thread", during.longestBlockMs, "ms", {
    name: "without the flood",
    value: quiet.longestBlockMs,
  });
  const targets = [
    ["lists without the flood, p99", quantile(alone.reads, 0.99), 100],
    ["lists with it, p99", quantile(beside.reads, 0.99), 300],
    ["/health with it, p99", quantile(beside.health, 0.99), 100],
    ["longest block of the service's thread with it", during.longestBlockMs, 50],
  ] as const;
  for (const [label, ms, mostMs] of targets)
    report.note(`Target of ${label}: at most ${mostMs} ms, ${ms <= mostMs ? "met" : "missed"} with ${Math.round(ms)}.`);
  const answers = [...flood.statuses].map(([status, count]) => `${count} × ${status}`).join(", ");
  report.note(`Responses to large requests of ${((bodies[0]?.length ?? 0) / 1e3).toFixed(0)} kB: ${answers}.`);
  report.add("resident memory right after it", during.residentMb, "MB", { name: "before", value: before.residentMb });
  report.add("largest resident memory", during.largestResidentMb, "MB", { name: "before", value: before.residentMb });
  await pause(restSeconds * 1000);
  const rested = await service.facts();
  report.add(`resident memory ${restSeconds} s later, without requests`, rested.residentMb, "MB", {
    name: "before",
    value: before.residentMb,
  });
  report.finish();
} finally {
  await service.stop();
  folder.delete();
}
