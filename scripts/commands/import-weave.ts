import { projectId as projectIdSchema } from "@/lib/api/contract/scalars/scalars";
import { errorMessage } from "@/lib/guard/error-message";
import { importFromWeave, type WeaveProgress, type WeaveReport } from "@/lib/import/weave/import-weave";
import type { WeaveCount, WeaveStep } from "@/lib/import/weave/weave-service";
import { openCommandJournal } from "./command-journal";
import type { RetryOptions, ServiceAddress } from "./http/service-http";
import { weaveProject, weaveTarget } from "./http/weave-http";
import { counted, leftOutLines } from "./import-report";
import { CommandLineError, type ImportTarget, readUrl } from "./import-target";

const number = new Intl.NumberFormat("en");

/** The time between two lines of progress. */
const PROGRESS_MS = 500;

/** The project of another service that is imported. */
export interface WeaveOrder {
  readonly projectId: string;
  readonly address: ServiceAddress;
  readonly until: Date;
  readonly fromCall: number;
}

interface WeaveArguments {
  readonly "source-project"?: string | undefined;
  readonly "source-url"?: string | undefined;
  readonly until?: string | undefined;
}

/** Reads `--source-project`, `--source-url` and `--until`. @throws CommandLineError */
export function readWeaveOrder(
  values: WeaveArguments,
  { address }: ImportTarget,
  sourceKey: string | undefined,
  fromCall: number,
): WeaveOrder {
  const { "source-project": projectId = "", "source-url": url, until } = values;
  if (!projectIdSchema.safeParse(projectId).success || !/^[^/\s]+\/[^/\s]+$/.test(projectId)) {
    throw new CommandLineError("The project of the other service is missing: --source-project entity/project.");
  }
  const time = until === undefined ? new Date() : new Date(until);
  if (Number.isNaN(time.getTime())) throw new CommandLineError("--until takes a time such as 2026-11-30T12:00:00Z.");
  // Between two projects of one service, its key is enough.
  const source = url === undefined ? address.url : readUrl(url);
  const key = sourceKey ?? (source.host === address.url.host ? address.key : undefined);
  if (!key) throw new CommandLineError("A key for the other service is missing: set HEDDLE_SOURCE_KEY.");
  return { projectId, address: { url: source, key }, until: time, fromCall };
}

const NAMES: Readonly<Record<WeaveStep, readonly [string, string]>> = {
  objects: ["object version", "object versions"],
  calls: ["call", "calls"],
  feedback: ["feedback record", "feedback records"],
};

/** One line about the running step: what is read, how fast, and what is left. */
function weaveProgressLine({ step, counts }: WeaveProgress, callsPerSecond: number): string {
  const { total, read } = counts[step];
  const [, many] = NAMES[step];
  const of = total === null ? "" : ` of ${number.format(total)}`;
  const rate = step === "calls" && callsPerSecond > 0 ? `, ${number.format(Math.round(callsPerSecond))} a second` : "";
  const left = total !== null && rate !== "" ? Math.max(0, total - read) / callsPerSecond : 0;
  return `${number.format(read)}${of} ${many}${rate}${left >= 1 ? `, about ${number.format(Math.ceil(left))} s left` : ""}`;
}

function countLine(step: WeaveStep, { stored, present, skipped }: WeaveCount): string {
  const [one, many] = NAMES[step];
  const rest = [
    present > 0 ? `${number.format(present)} already there` : null,
    skipped > 0 ? `${number.format(skipped)} skipped` : null,
  ].filter((part) => part !== null);
  return `  ${counted(stored, one, many)} stored${rest.length > 0 ? `, ${rest.join(", ")}` : ""}`;
}

/** What was imported, what is missing, and whether both projects have the same number of calls. */
function weaveReportText(report: WeaveReport, from: string, to: string): string {
  const { counts, skippedItems, losses, callsThere, callsHere } = report;
  const steps = ["objects", "calls", "feedback"] as const;
  const lines = [`${from} is in ${to}:`, ...steps.map((step) => countLine(step, counts[step]))];
  lines.push(
    `  Calls until the time of the import: ${number.format(callsThere)} there, ${number.format(callsHere)} here`,
    "  Importing again changes nothing.",
  );
  if (skippedItems.length > 0) {
    lines.push("", "Skipped:", ...skippedItems.map(({ filePosition, reason }) => `  ${filePosition}: ${reason}`));
  }
  if (losses.length > 0) lines.push("", ...leftOutLines(losses));
  return `${lines.join("\n")}\n`;
}

export interface WeaveSurroundings {
  readonly out: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly errors: NodeJS.WritableStream;
  readonly signal?: AbortSignal;
  readonly retries?: Pick<RetryOptions, "waitsMs">;
}

/** Imports a project of another service. Returns the exit code. */
export async function runWeaveOrder(order: WeaveOrder, target: ImportTarget, surroundings: WeaveSurroundings) {
  const { out, errors, retries } = surroundings;
  const { signal = new AbortController().signal } = surroundings;
  const options = { ...retries, signal };
  const source = weaveProject(order.projectId, order.address, options);
  let last: WeaveProgress | null = null;
  let shownAt = 0;
  let callsBegan: { readonly at: number; readonly read: number } | null = null;
  const onProgress = (progress: WeaveProgress) => {
    last = progress;
    const now = performance.now();
    if (progress.step === "calls") callsBegan ??= { at: now, read: progress.counts.calls.read };
    if (now - shownAt < PROGRESS_MS) return;
    shownAt = now;
    const seconds = callsBegan === null ? 0 : (now - callsBegan.at) / 1000;
    const rate = callsBegan === null || seconds === 0 ? 0 : (progress.counts.calls.read - callsBegan.read) / seconds;
    const line = weaveProgressLine(progress, rate);
    out.write(out.isTTY ? `\r${line}   ` : `${line}\n`);
  };
  const facts = { source: "Weave", from: order.projectId, keepsFeedbackIds: true };
  const journal = openCommandJournal(target, { ...facts, retries });
  const beganMs = performance.now();
  const end = async (state: "stopped" | "done", { counts, losses }: Partial<WeaveReport>) => {
    const steps = Object.values(counts ?? {});
    const sent = steps.reduce((sum, { stored }) => sum + stored, 0);
    const skipped = steps.reduce((sum, step) => sum + step.skipped, 0);
    await journal.end({ state, sent, runMs: performance.now() - beganMs, skipped, losses: losses ?? [] });
  };
  const here = weaveTarget(target.projectId, target.address, options);
  try {
    const report = await importFromWeave(
      source,
      { ...here, call: journal.wrap(here.call) },
      {
        until: order.until,
        fromCall: order.fromCall,
        signal,
        onProgress,
        ...(retries?.waitsMs ? { waitsMs: retries.waitsMs } : {}),
      },
    );
    await end("done", report);
    out.write(`${out.isTTY ? "\n" : ""}\n${weaveReportText(report, order.projectId, target.projectId)}`);
    return report.skippedItems.length > 0 ? 2 : 0;
  } catch (error) {
    const { callsDone = order.fromCall, ...progress } = (last as WeaveProgress | null) ?? {};
    await end("stopped", progress);
    errors.write(`\n${errorMessage(error)}\n${continueText(callsDone, order.until)}`);
    return 1;
  }
}

function continueText(callsDone: number, until: Date): string {
  if (callsDone === 0) return "Run it again: what is stored is found by its id.\n";
  return `${counted(callsDone, "call")} done. Continue with --from ${callsDone} --until ${until.toISOString()}.\n`;
}
