import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { asyncBufferFromFile } from "hyparquet";
import { type CallOperation, importService, storedThreadsIn } from "@/lib/import/import-service";
import { type ImportSource, sourceValues } from "@/lib/import/import-source";
import { type ImportMapping, isMapped } from "@/lib/import/mapping/import-mapping";
import { previewOf } from "@/lib/import/mapping/import-preview";
import { MappedImport } from "@/lib/import/mapping/mapped-import";
import {
  MAPPING_OPTIONS,
  MappingOptionError,
  type MappingValues,
  readMappingOptions,
} from "@/lib/import/mapping/mapping-options";
import { readImportValues } from "@/lib/import/read-import";
import { type ImportProgress, ImportStoppedError, sendImport } from "@/lib/import/send-import";
import { commandText } from "@/scripts/installation/command-text";
import { openCommandJournal, sendAndRecord } from "./command-journal";
import { callService, isUnsupported, type RetryOptions } from "./http/service-http";
import { type ApiOrder, type ImportChoices, readApiOrder, runApiOrder, type SourceKeys } from "./import-api";
import { previewText, progressLine, stoppedText, summaryText, unmetText } from "./import-report";
import { CommandLineError, type ImportTarget, isCommandLineFault, readTarget } from "./import-target";
import { readWeaveOrder, runWeaveOrder, type WeaveOrder } from "./import-weave";
import { subagentsOf } from "./session-files";

const USAGE = `${commandText("import")} FILE --project entity/project [--url URL] [--key KEY] [--from N]
       ${commandText("import")} --source-project entity/project [--source-url URL] --project entity/project
       ${commandText("import")} --langfuse URL --project entity/project [--since TIME] [--until TIME]
       ${commandText("import")} --langsmith URL --langsmith-project NAME --project entity/project

Imports a JSONL export of calls, recorded conversations (a JSON list, or one per line), or the session of a coding
agent (Claude Code, Codex), or an export of Langfuse, LangSmith, Phoenix,
Braintrust, MLflow, OpenAI Evals, ATIF, Inspect or an OpenTelemetry collector (JSON, JSONL, CSV, Parquet, also
compressed; docs/use/moving-in.md). Without a file, imports a project of another service with the interface of Weave
(objects, tables, calls and feedback), or of Langfuse or LangSmith through its API. Importing again changes nothing.

  --project entity/project  the project that the calls are imported into
  --url URL                 the service; defaults to the embedded service of this machine
  --key KEY                 an API key; better in HEDDLE_API_KEY or WANDB_API_KEY, where other users cannot see it
  --source-project entity/project  the project that is imported
  --source-url URL          its service; defaults to that of --url. Its key is read from HEDDLE_SOURCE_KEY
  --langfuse URL            a server of Langfuse; its keys are read from LANGFUSE_PUBLIC_KEY and LANGFUSE_SECRET_KEY
  --langsmith URL           a server of LangSmith (https://api.smith.langchain.com); its key is read from LANGSMITH_API_KEY,
                            and LANGSMITH_WORKSPACE_ID where the key has several workspaces
  --langsmith-project NAME  the project of LangSmith that is imported, with the prompts and datasets of its workspace
  --since TIME, --until TIME  without a file: leave out what began before or after; --until defaults to now
  --preview                 stores nothing; prints what would be stored, and what the next options can choose from
  --thread PATH, --user PATH, --tags PATH  another tool's records: take it from this member of calls
                            (attributes.langfuse.metadata.channel), or from none
  --score NAME=NEWNAME      … stores a score under another name, or leaves it out: NAME=
  --leave-out KIND          … leaves out a kind of record
  --from N                  skips the first N values or calls, which a stopped import has stored

Exit code 0: everything was stored. 1: the import failed or stopped early. 2: stored, except for values that could
not be read.
`;

export interface ImportDependencies {
  /** Defaults to the embedded service. */
  readonly serviceUrl: string;
  readonly key: string | undefined;
  /** For the service that a project is imported from. */
  readonly sourceKey?: string | undefined;
  readonly sourceKeys?: SourceKeys;
  readonly out: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly errors: NodeJS.WritableStream;
  readonly signal?: AbortSignal;
  readonly retries?: Pick<RetryOptions, "waitsMs">;
}

/** What is imported: a file, or a project of another service. */
type OrderedSource =
  | ({ readonly kind: "file"; readonly file: string; readonly skipItems: number } & ImportChoices)
  | { readonly kind: "weave"; readonly order: WeaveOrder }
  | { readonly kind: "api"; readonly order: ApiOrder };

interface ImportOrder {
  readonly target: ImportTarget;
  readonly source: OrderedSource;
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
      "source-project": { type: "string" },
      "source-url": { type: "string" },
      langfuse: { type: "string" },
      langsmith: { type: "string" },
      "langsmith-project": { type: "string" },
      since: { type: "string" },
      until: { type: "string" },
      preview: { type: "boolean", default: false },
      ...MAPPING_OPTIONS,
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) return null;
  const { from = "0" } = values;
  if (!/^\d{1,9}$/.test(from)) throw new CommandLineError("--from takes a whole number.");
  const skipItems = Number(from);
  const [file, ...more] = positionals;
  const named = [file, values["source-project"], values.langfuse, values.langsmith].filter(
    (source) => source !== undefined,
  );
  if (named.length > 1) throw new CommandLineError("Import a file or a project, not both.");
  if (named.length === 0) throw new CommandLineError("A file is missing.");
  if (more.length > 0) throw new CommandLineError(`Import one file at a time; unexpected: ${more.join(", ")}.`);
  const target = readTarget(values, surroundings);
  const { sourceKey, sourceKeys } = surroundings;
  const choices = { mapping: mappingOf(values), isPreview: values.preview };
  if (file !== undefined) return { target, source: { kind: "file", file, skipItems, ...choices } };
  const order = readApiOrder(values, sourceKeys, choices);
  if (order !== null) return { target, source: { kind: "api", order } };
  if (choices.isPreview || isMapped(choices.mapping)) {
    throw new CommandLineError("A project of Weave is copied as it is: it has no preview and no mapping.");
  }
  return { target, source: { kind: "weave", order: readWeaveOrder(values, target, sourceKey, skipItems) } };
}

/** @throws CommandLineError */
function mappingOf(values: MappingValues): ImportMapping {
  try {
    return readMappingOptions(values);
  } catch (error) {
    if (error instanceof MappingOptionError) throw new CommandLineError(error.message);
    throw error;
  }
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

async function runFile(
  { file, skipItems, mapping, isPreview }: Extract<OrderedSource, { kind: "file" }>,
  target: ImportTarget,
  surroundings: ImportDependencies,
): Promise<number> {
  const { projectId, address } = target;
  const stats = await stat(file).catch(() => null);
  if (!stats?.isFile()) throw new CommandLineError(`File ${file} not found.`);
  const { out, signal, retries } = surroundings;
  const options = { ...retries, ...(signal ? { signal } : {}) };
  // The operation's row defines the response; only the members that are read are relied on.
  const call = ((id: string, body: unknown, params = {}) =>
    callService(address, id, body, { ...options, params })) as CallOperation;
  const items = readImportValues(sourceValues(await fileSource(file)), {
    projectId,
    inventedFromMs: Date.now(),
    fileName: basename(file),
    session: {
      subagents: await subagentsOf(file),
      storedThreads: storedThreadsIn(projectId, call, isUnsupported),
    },
  });
  if (isPreview) {
    out.write(previewText(await previewOf(items), file));
    return 0;
  }
  const mapped = new MappedImport(mapping);
  const facts = { source: "File", from: basename(file), keepsFeedbackIds: false };
  const journal = openCommandJournal(target, { ...facts, retries });
  const service = importService(projectId, journal.wrap(call), isUnsupported);
  const sending = { skipItems, onProgress: progressShower(surroundings), ...(signal ? { signal } : {}) };
  const summary = await sendAndRecord(journal, () => sendImport(mapped.items(items), service, sending));
  out.write(`${out.isTTY ? "\n" : ""}\n${summaryText(summary, file, projectId)}${unmetText(mapped.unmet)}`);
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
    const { source, target } = order;
    if (source.kind === "api") return await runApiOrder(source.order, target, surroundings);
    if (source.kind === "weave") return await runWeaveOrder(source.order, target, surroundings);
    return await runFile(source, target, surroundings);
  } catch (error) {
    if (error instanceof ImportStoppedError) errors.write(`\n${stoppedText(error)}`);
    else if (isCommandLineFault(error)) errors.write(`${error.message}\n\n${USAGE}`);
    else throw error;
    return 1;
  }
}
