/**
 * Runs benchmarks one after the other, each in a process of its own.
 * Run: npm run bench -- [NAME…] [--list] [--small] [--compare] [--keep] [options of the named benchmark]
 */
import { run } from "@/scripts/prepare/run.mjs";
import { type Benchmark, benchmarks } from "./benchmarks";
import { type Choice, readChoice } from "./choice";
import { comparisonText } from "./comparison";
import { forgetLast, keepLast, readKept, readLast } from "./results";
import { readSurroundings, reasonToLeaveOut, type Surroundings } from "./surroundings";

/** Each statement in the embedded engine takes a thread of this pool. */
const THREADS = "16";

const say = (text: string) => process.stdout.write(`${text}\n`);

function list(): void {
  for (const { name, what, needs } of benchmarks) {
    const need = needs === undefined ? "" : ` (needs ${needs === "browser" ? "Chromium" : "the built dashboard"})`;
    say(`${name.padEnd(18)} ${what}${need}`);
  }
}

/** Runs one benchmark with its output on this terminal. @returns true when it wrote its result */
async function runOne(benchmark: Benchmark, choice: Choice, { chromium }: Surroundings): Promise<boolean> {
  const { name, file, nodeOptions = [], small } = benchmark;
  const options = [...(choice.isSmall && typeof small !== "string" ? small : []), ...choice.options];
  forgetLast(name);
  const env = {
    UV_THREADPOOL_SIZE: THREADS,
    // Pages are imported too, whose files the nearest configuration does not name.
    TSX_TSCONFIG_PATH: "tsconfig.json",
    ...(chromium === undefined ? {} : { HEDDLE_CHROMIUM: chromium }),
  };
  const code = await run(process.execPath, [...nodeOptions, "--import", "tsx", file, ...options], { env });
  return code === 0 && readLast(name) !== null;
}

/** Prints the comparison and keeps the result, as far as the command line asks for it. */
function follow({ name }: Benchmark, { isCompared, isKept, isSmall }: Choice): void {
  const now = readLast(name);
  const before = isCompared ? readKept(name, isSmall) : null;
  if (now !== null && before !== null) say(`\n${comparisonText(before, now)}`);
  else if (isCompared) say(`\n${name}: no result is kept to compare with; --keep keeps this one.`);
  if (isKept) say(`Kept as ${keepLast(name, isSmall)}.`);
}

async function runAll(choice: Choice): Promise<void> {
  const surroundings = readSurroundings();
  const begunMs = performance.now();
  const outcomes: string[] = [];
  for (const benchmark of choice.chosen) {
    const reason = reasonToLeaveOut(benchmark, surroundings, choice.isSmall);
    if (reason !== null) {
      outcomes.push(`${benchmark.name}: left out, ${reason}`);
      continue;
    }
    say(`\n## ${benchmark.name}\n`);
    const startedMs = performance.now();
    const isMeasured = await runOne(benchmark, choice, surroundings);
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    if (isMeasured) follow(benchmark, choice);
    else process.exitCode = 1;
    outcomes.push(`${benchmark.name}: ${isMeasured ? "measured" : "FAILED"}, ${seconds} s`);
  }
  say(`\n${outcomes.join("\n")}\n${Math.round((performance.now() - begunMs) / 1000)} s in all`);
}

try {
  const choice = readChoice(process.argv.slice(2));
  if (choice.isList) list();
  else await runAll(choice);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
