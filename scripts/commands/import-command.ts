import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { parseArgs } from "node:util";
import { asyncBufferFromFile } from "hyparquet";
import { type CallOperation, importService, storedThreadsIn } from "@/lib/import/import-service";
import { type ImportSource, sourceValues } from "@/lib/import/import-source";
import { readImportValues } from "@/lib/import/read-import";
import { type ImportProgress, ImportStoppedError, sendImport } from "@/lib/import/send-import";
import { commandText } from "@/scripts/installation/command-text";
import { progressLine, stoppedText, summaryText } from "./import-report";
import { CommandLineError, type ImportTarget, isCommandLineFault, readTarget } from "./import-target";
import { callService, isUnsupported, type RetryOptions } from "./service-http";
import { subagentsOf } from "./session-files";

const USAGE = `${commandText("import")} FILE --project entity/project [--url URL] [--key KEY] [--from N]\n\nImports a JSONL export of calls, recorded conversations (a JSON list, or one per line), or the session of a coding\nagent (Claude Code, Codex), or an export of Langfuse, LangSmith, Phoenix,\nBraintrust, MLflow, OpenAI Evals, ATIF, Inspect or an OpenTelemetry collector (JSON, JSONL, CSV, Parquet, also\ncompressed; docs/use/moving-in.md). Importing a file again changes nothing.\n\n  --project entity/project  the project that the calls are imported into\n  --url URL                 the service; defaults to the embedded service of this machine\n  --key KEY                 an API key; better in HEDDLE_API_KEY or WANDB_API_KEY, where other users cannot see it\n  --from N                  skips the first N values, which a stopped import has stored\n\nExit code 0: everything was stored. 1: the import failed or stopped early. 2: stored, except for values that could\nnot be read.\n`;

export interface ImportDependencies {
  /** Defaults to the embedded service. */
  readonly serviceUrl: string;
  readonly key: string | undefined;
  readonly out: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly errors: NodeJS.WritableStream;
  readonly signal?: AbortSignal;
  readonly retries?: Pick<RetryOptions, "waitsMs">;
}

interface ImportOrder extends ImportTarget {
  readonly file: string;
  readonly skipItems: number;
}

function readOrder(args: string[], surroundings: ImportDependencies): ImportOrder | null {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      project: { type: "string" },
      url: { type: "string" },
      key: { type: "string" },
      from: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) return null;
  const [file, ...more] = positionals;
  if (file === undefined) throw new CommandLineError("A file is missing.");
  if (more.length > 0) throw new CommandLineError(`Import one file at a time; unexpected: ${more.join(", ")}.`);
  const { from = "0" } = values;
  if (!/^\d{1,9}$/.test(from)) throw new CommandLineError("--from takes a whole number.");
  return { ...readTarget(values, surroundings), file, skipItems: Number(from) };
}

/** A file of the disk, for an import. */
async function fileSource(path: string): Promise<ImportSource> {
  const { byteLength, slice } = await asyncBufferFromFile(path);
  return { byteLength, bytes: () => createReadStream(path), slice: async (start, end) => await slice(start, end) };
}

/** Shows progress in one line of a terminal, and line by line elsewhere. */
function progressShower({ out }: ImportDependencies): (progress: ImportProgress) => void {
  return (progress) => out.write(out.isTTY ? `\r${progressLine(progress)}   ` : `${progressLine(progress)}\n`);
}

async function runOrder(order: ImportOrder, surroundings: ImportDependencies): Promise<number> {
  const { file, projectId, address, skipItems } = order;
  const { out, signal, retries } = surroundings;
  const options = { ...retries, ...(signal ? { signal } : {}) };
  // The operation's row defines the response; only the members that are read are relied on.
  const call = ((id: string, body: unknown) => callService(address, id, body, options)) as CallOperation;
  const items = readImportValues(sourceValues(await fileSource(file)), {
    projectId,
    inventedFromMs: Date.now(),
    session: {
      subagents: await subagentsOf(file),
      storedThreads: storedThreadsIn(projectId, call, isUnsupported),
    },
  });
  const summary = await sendImport(items, importService(projectId, call, isUnsupported), {
    skipItems,
    onProgress: progressShower(surroundings),
    ...(signal ? { signal } : {}),
  });
  out.write(`${out.isTTY ? "\n" : ""}\n${summaryText(summary, file, projectId)}`);
  return summary.skipped > 0 ? 2 : 0;
}

/** `npm run import`: returns the exit code and writes messages to `out` and `errors`. */
export async function importCommand(args: string[], surroundings: ImportDependencies): Promise<number> {
  const { out, errors } = surroundings;
  try {
    const order = readOrder(args, surroundings);
    if (!order) {
      out.write(USAGE);
      return 0;
    }
    const stats = await stat(order.file).catch(() => null);
    if (!stats?.isFile()) throw new CommandLineError(`File ${order.file} not found.`);
    return await runOrder(order, surroundings);
  } catch (error) {
    if (error instanceof ImportStoppedError) errors.write(`\n${stoppedText(error)}`);
    else if (isCommandLineFault(error)) errors.write(`${error.message}\n\n${USAGE}`);
    else throw error;
    return 1;
  }
}
