/**
 * Exports of each tool, imported by the command into the real service: stopped in the middle and continued, then imported
 * once more. Compared with a program that only parses the lines.
 * Run: npm run bench -- import-files --records 100000
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { writeExportFiles } from "@/bench/imports/export-files";
import { Report } from "@/bench/report/report";
import { DataFolder } from "@/bench/store/engine/data-folder";
import { buildService, type MeasuredService, startService } from "@/bench/store/engine/measured-service";
import { processFacts } from "@/bench/store/engine/process-facts";

const { values } = parseArgs({
  options: {
    /** Of each file. */
    records: { type: "string", default: "100000" },
    /** Only the tools whose names contain this. */
    only: { type: "string", default: "" },
  },
});
const records = Number(values.records);

/** The share of the records after which the first run is stopped. */
const STOPPED_AFTER = 0.4;
const LOOK_MS = 100;

interface Run {
  readonly seconds: number;
  readonly processorMs: number;
  readonly largestMb: number;
  readonly output: string;
}

async function parseSeconds(file: string): Promise<number> {
  const begunAt = performance.now();
  for await (const line of createInterface({ input: createReadStream(file) })) JSON.parse(line);
  return (performance.now() - begunAt) / 1000;
}

/** @param stopAt the number of stored records at which Ctrl-C is pressed; null for never */
async function importFile(args: readonly string[], service: MeasuredService, stopAt: number | null): Promise<Run> {
  const begunAt = performance.now();
  const key = Buffer.from(service.headers.authorization?.slice("Basic ".length) ?? "", "base64").toString();
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/commands/import.ts", ...args], {
    env: { ...process.env, HEDDLE_API_KEY: key.slice("api:".length) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const ended = once(child, "exit");
  let [processorMs, largestMb] = [0, 0];
  let isStopped = stopAt === null;
  while (child.exitCode === null && child.signalCode === null) {
    const facts = processFacts(child.pid ?? 0);
    if (!Number.isNaN(facts.largestResidentMb)) [processorMs, largestMb] = [facts.processorMs, facts.largestResidentMb];
    // A second signal would end it at once.
    if (!isStopped && storedIn(output) >= (stopAt ?? 0)) isStopped = child.kill("SIGINT");
    await pause(LOOK_MS);
  }
  await ended;
  return { seconds: (performance.now() - begunAt) / 1000, processorMs, largestMb, output };
}

/** The number at the beginning of the last line of progress. */
function storedIn(output: string): number {
  const found = [...output.matchAll(/([\d,]+) (?:values|calls|records)/g)].at(-1)?.[1];
  return Number(found?.replaceAll(",", "") ?? 0);
}

async function countCalls(service: MeasuredService, project: string): Promise<number> {
  const response = await fetch(`${service.url}/calls/query_stats`, {
    method: "POST",
    headers: { ...service.headers, "content-type": "application/json" },
    body: JSON.stringify({ project_id: project }),
  });
  return ((await response.json()) as { count: number }).count;
}

const report = new Report("import-files", { records, only: values.only });
const folder = new DataFolder();
await buildService(".");
const service = await startService(".", folder.service);
try {
  for (const { name, file } of await writeExportFiles(folder.path, records, values.only)) {
    const project = `bench/${name.replaceAll(" ", "-")}`;
    const args = [file, "--project", project, "--url", service.url];
    const parsed = await parseSeconds(file);
    const begun = await importFile(args, service, records * STOPPED_AFTER);
    const from = /--from (\d+)/.exec(begun.output)?.[1];
    const rest = from === undefined ? null : await importFile([...args, "--from", from], service, null);
    const calls = await countCalls(service, project);
    const again = await importFile(args, service, null);
    const seconds = begun.seconds + (rest?.seconds ?? 0);
    const inAll = calls === (await countCalls(service, project)) ? "none more" : "MORE";
    report.add(`${name}: stopped and continued`, seconds, "s", { name: "its lines parsed", value: parsed });
    report.add(`${name}: once more`, again.seconds, "s", { name: "the first time", value: seconds });
    report.add(`${name}: processor time of the command`, (again.processorMs * 1000) / records, "µs");
    report.add(`${name}: largest memory of the command`, Math.max(begun.largestMb, again.largestMb), "MB");
    const stop = from === undefined ? "not stopped" : `stopped at ${from}`;
    report.note(`${name}: ${calls} calls of ${records} records, ${stop}; ${inAll} when it was imported again.`);
  }
  report.finish();
} finally {
  await service.stop();
  folder.delete();
}
