import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { parseArgs } from "node:util";
import { projectId as projectIdSchema } from "@/lib/api/contract/scalars/scalars";
import { decodeText } from "@/lib/import/decode-text";
import { type CallOperation, importService } from "@/lib/import/import-service";
import { readImport } from "@/lib/import/read-import";
import { type ImportProgress, ImportStoppedError, sendImport } from "@/lib/import/send-import";
import { progressLine, stoppedText, summaryText } from "./import-report";
import { callService, type RetryOptions, type ServiceAddress, ServiceRefusedError } from "./service-http";

const USAGE = `npm run import -- FILE --project entity/project [--url URL] [--key KEY] [--from N]

Imports a JSONL export of calls, or recorded conversations (a JSON list, or one per line). Importing a file again
changes nothing.

  --project entity/project  where the calls go
  --url URL                 the service; the embedded one of this machine when it is not given
  --key KEY                 an API key; better in HEDDLE_API_KEY or WANDB_API_KEY, where other users cannot see it
  --from N                  passes over the first N values, which a stopped import has stored

Exit code 0: all of it is stored. 1: it could not be done, or stopped on the way. 2: stored, without values that could
not be read.
`;

export interface ImportDependencies {
  /** The embedded service, unless another is given. */
  readonly serviceUrl: string;
  readonly key: string | undefined;
  readonly out: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly errors: NodeJS.WritableStream;
  readonly signal?: AbortSignal;
  readonly retries?: Pick<RetryOptions, "waitsMs">;
}

/** The command line cannot be followed; the message is a sentence for a person. */
class CommandLineError extends Error {
  override readonly name = "WrongCommandLine";
}

interface ImportOrder {
  readonly file: string;
  readonly projectId: string;
  readonly address: ServiceAddress;
  readonly skipItems: number;
}

function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new CommandLineError(`${text} is no http or https address.`);
  if (url.username || url.password) throw new CommandLineError("Give the key with --key, not inside the address.");
  return url;
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
  if (file === undefined) throw new CommandLineError("Which file?");
  if (more.length > 0) throw new CommandLineError(`One file at a time: ${more.join(", ")} would be left out.`);
  const { project = "", from = "0" } = values;
  if (!/^[^/\s]+\/[^/\s]+$/.test(project) || !projectIdSchema.safeParse(project).success) {
    throw new CommandLineError("Say where the calls go: --project entity/project.");
  }
  if (!/^\d{1,9}$/.test(from)) throw new CommandLineError("--from takes a whole number.");
  const key = values.key ?? surroundings.key;
  if (!key) throw new CommandLineError("A key is needed: set HEDDLE_API_KEY, or give --key.");
  const url = readUrl(values.url ?? surroundings.serviceUrl);
  return { file, projectId: project, address: { url, key }, skipItems: Number(from) };
}

/** Shows progress in one line of a terminal, or line by line elsewhere. */
function progressShower({ out }: ImportDependencies): (progress: ImportProgress) => void {
  return (progress) => out.write(out.isTTY ? `\r${progressLine(progress)}   ` : `${progressLine(progress)}\n`);
}

async function runOrder(order: ImportOrder, surroundings: ImportDependencies): Promise<number> {
  const { file, projectId, address, skipItems } = order;
  const { out, signal, retries } = surroundings;
  const options = { ...retries, ...(signal ? { signal } : {}) };
  // The contract's row says what the answer is; only the members that are read are relied on.
  const call = ((id: string, body: unknown) => callService(address, id, body, options)) as CallOperation;
  const isUnsupported = (error: unknown) => error instanceof ServiceRefusedError && [404, 405].includes(error.status);
  const items = readImport(decodeText(createReadStream(file)), { projectId, inventedFromMs: Date.now() });
  const summary = await sendImport(items, importService(projectId, call, isUnsupported), {
    skipItems,
    onProgress: progressShower(surroundings),
    ...(signal ? { signal } : {}),
  });
  out.write(`${out.isTTY ? "\n" : ""}\n${summaryText(summary, file, projectId)}`);
  return summary.skipped > 0 ? 2 : 0;
}

/** `npm run import`: the exit code; what there is to say goes to `out` and `errors`. */
export async function importCommand(args: string[], surroundings: ImportDependencies): Promise<number> {
  const { out, errors } = surroundings;
  try {
    const order = readOrder(args, surroundings);
    if (!order) {
      out.write(USAGE);
      return 0;
    }
    const found = await stat(order.file).catch(() => null);
    if (!found?.isFile()) throw new CommandLineError(`There is no file ${order.file}.`);
    return await runOrder(order, surroundings);
  } catch (error) {
    if (error instanceof ImportStoppedError) errors.write(`\n${stoppedText(error)}`);
    else if (error instanceof CommandLineError) errors.write(`${error.message}\n\n${USAGE}`);
    else if (error instanceof TypeError && "code" in error) errors.write(`${error.message}\n\n${USAGE}`);
    else throw error;
    return 1;
  }
}
