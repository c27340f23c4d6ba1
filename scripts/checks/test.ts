import { availableParallelism } from "node:os";
import {
  historyFile,
  readHistory,
  readUnsteadyTests,
  testName,
  tooUnsteady,
  withRun,
  writeHistory,
} from "./history/attempt-history";
import { sumCounts } from "./records/counts";
import { readRecord, recordFile } from "./records/test-record";
import { measureMachine } from "./schedule/machine-time";
import { readRecordedTimes, writeRecordedTimes } from "./schedule/recorded-times";
import { fileCosts, fileTimes, minutes, resultsSoFar, stageLine, timeReport } from "./schedule/run-log";
import { runSchedule } from "./schedule/schedule";
import { RUNNERS, wholeRun } from "./whole-run";

/** `npm test`: every guarantee once. `npm run test:all`: everything. `--record` keeps the times for later runs. */
const tier = process.argv.includes("--all") ? "all" : "once";

/** Two browsers or test processes for each core and one check: many of them wait for programs and disks. */
const WORKERS_PER_CORE = 2;
const PROGRESS_MS = 20_000;

const startMs = performance.now();
const machine = measureMachine();
const recorded = readRecordedTimes();

const progress = setInterval(() => {
  const soFar = RUNNERS.map((runner) => `${runner} ${resultsSoFar(recordFile(runner))} tests`).join(", ");
  console.log(`${minutes(performance.now() - startMs).padStart(6)}  … ${soFar}`);
}, PROGRESS_MS);

const stages = await runSchedule(
  wholeRun(tier, recorded.stages),
  availableParallelism() * WORKERS_PER_CORE + 1,
  (result) => console.log(stageLine(result, startMs)),
);
clearInterval(progress);

const { passed, failed, skipped, failures, unsteady, skips } = sumCounts(stages.map(({ counts }) => counts));
const records = RUNNERS.map((runner) => readRecord(recordFile(runner)));
const files = fileTimes(records);

const { history, problem } = readHistory(historyFile());
const withThisRun = withRun(history, unsteady, new Date());
writeHistory(historyFile(), withThisRun);
const tooOften = tooUnsteady(withThisRun, unsteady, readUnsteadyTests());

if (process.argv.includes("--record")) {
  const stageTimes = stages.map(({ name, startedAtMs, endedAtMs }) => [name, endedAtMs - startedAtMs] as const);
  writeRecordedTimes({ stages: Object.fromEntries(stageTimes), files: Object.fromEntries(fileCosts(records)) });
}

/** Prints a list with a head, unless it is empty. */
function printList(head: string, entries: readonly string[]): void {
  if (entries.length > 0) console.log(`\n${head}\n\n${entries.join("\n\n")}`);
}

console.log(`\n${timeReport(stages, files, machine(), performance.now() - startMs)}`);
printList("Skipped:", skips);
if (problem !== undefined) console.log(`\n${problem}`);
printList(
  "Passed on the second attempt only:",
  unsteady.map((test) => `${testName(test)}\n    ${test.error?.message ?? ""}`),
);
const allFailures = [...failures, ...tooOften];
const allFailed = failed + tooOften.length;
// The failures come last: a log may be truncated at its beginning.
printList("Failed:", allFailures);
process.exitCode = allFailed > 0 ? 1 : 0;
console.log(`\n${passed - tooOften.length} passed, ${allFailed} failed, ${skipped} skipped`);
