import { createWriteStream } from "node:fs";
import { access, mkdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { pack } from "tar-stream";
import { projectId as projectIdSchema } from "@/lib/api/contract/scalars/scalars";
import type { Environment } from "@/lib/environment/environment";
import { errorMessage } from "@/lib/guard/error-message";
import { missingText } from "@/lib/workspace/missing-text";
import { commandText } from "@/scripts/installation/command-text";
import { type CheckedFile, checkProjectFile } from "@/service/http/projects/check-project-file";
import { exportProject } from "@/service/http/projects/export-project";
import { type ImportRequest, type ImportResult, importProject } from "@/service/http/projects/import-project";
import type { ProjectParts } from "@/service/http/projects/project-parts";
import { EXPORT_PATH, IMPORT_PATH, type ImportLine } from "@/service/http/projects/project-routes";
import { createPass } from "@/service/kernel/access/operator-pass";
import { openProjectParts } from "@/service/open-project-parts";
import type { ServiceEnvironment } from "@/service/service-environment";

const EXPORT_USAGE = `${commandText("export-project")} FILE --project entity/project\n\nWrites everything of one project to one file, also while Heddle runs: calls, feedback, objects, tables, files, prices, review\nqueues, evaluations, monitors, models, jobs, checkpoints, training runs, limits and redaction rules. API keys and keys of\nproviders are not in it.\n\n  --project entity/project  the project\n`;

const IMPORT_USAGE = `${commandText("import-project")} FILE [--project entity/project]\n\nImports a project from such a file, after checking all of it, also while Heddle runs. The project must be new. Requests to it\nare refused until the import has ended. If it is interrupted, run it again.\n\n  --project entity/project  imports under another name: refs to the project in stored values change with it\n`;

const BYTES_PER_MB = 1_000_000;
const PRIVATE_FILE = 0o600;

export type ProjectFileVerb = "export-project" | "import-project";

export interface ProjectFileSurroundings {
  readonly environment: ServiceEnvironment & Pick<Environment, "serviceUrl">;
  readonly out: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly errors: NodeJS.WritableStream;
}

const megabytes = (bytes: number): string =>
  `${(bytes / BYTES_PER_MB).toLocaleString("en", { maximumFractionDigits: 1 })} MB`;

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

interface Order {
  readonly file: string;
  readonly projectId: string | null;
}

/** Reads the command line; null when it asks for help. */
function readOrder(args: string[], usage: string, out: NodeJS.WritableStream): Order | null {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { project: { type: "string" }, help: { type: "boolean", short: "h" } },
  });
  const [name, ...others] = positionals;
  if (values.help || name === undefined || others.length > 0) {
    out.write(usage);
    if (values.help) return null;
    throw new Error(name === undefined ? "The name of the file is missing." : "Name one file only.");
  }
  const projectId = values.project ?? null;
  if (projectId !== null && !(/^[^/\s]+\/[^/\s]+$/.test(projectId) && projectIdSchema.safeParse(projectId).success)) {
    throw new Error("--project must be of the form entity/project.");
  }
  return { file: resolve(name), projectId };
}

/** Asks the running service. Returns null if none runs at the address. @throws Error with its reason */
async function askService(
  { dataFolder, serviceUrl }: ProjectFileSurroundings["environment"],
  path: string,
  body: object,
): Promise<Response | null> {
  const pass = await createPass(dataFolder);
  const response = await fetch(new URL(path, serviceUrl), {
    method: "POST",
    headers: { authorization: `Bearer ${pass}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (response === null || response.ok) return response;
  const { reason } = (await response.json().catch(() => ({}))) as { reason?: unknown };
  if (response.status === 401 || response.status === 404) {
    throw new Error(
      `What runs at ${serviceUrl} is not the service of ${dataFolder}. Set HEDDLE_DATA and HEDDLE_SERVICE_PORT as for ${commandText("start")}.`,
    );
  }
  throw new Error(typeof reason === "string" ? reason : `The service returned ${response.status}.`);
}

async function withParts<Result>(
  environment: ServiceEnvironment,
  use: (parts: ProjectParts) => Promise<Result>,
): Promise<Result> {
  const parts = await openProjectParts(environment);
  try {
    return await use(parts);
  } finally {
    await parts.close();
  }
}

async function writeExport(surroundings: ProjectFileSurroundings, projectId: string, path: string): Promise<void> {
  const { environment } = surroundings;
  const file = () => createWriteStream(path, { mode: PRIVATE_FILE, flush: true });
  const response = await askService(environment, EXPORT_PATH, { project_id: projectId });
  if (response?.body) {
    await pipeline(Readable.fromWeb(response.body as import("node:stream/web").ReadableStream), file()).catch(
      (error: unknown) => {
        throw new Error("The service cut the export off. Its log says why.", { cause: error });
      },
    );
    return;
  }
  await withParts(environment, async (parts) => {
    const output = pack();
    const filled = exportProject(parts, projectId, output);
    filled.catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))));
    await Promise.all([filled, pipeline(output, file())]);
  });
}

function summaryOf({ counts }: Pick<CheckedFile, "counts">): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(
      ([section, count]) =>
        `${count.toLocaleString("en").padStart(12)}  ${section.replace("/", " ").replaceAll("_", " ")}\n`,
    )
    .join("");
}

async function exportTo(args: string[], surroundings: ProjectFileSurroundings): Promise<void> {
  const { environment, out } = surroundings;
  const order = readOrder(args, EXPORT_USAGE, out);
  if (order === null) return;
  const { file, projectId } = order;
  if (projectId === null) throw new Error("The project is missing: --project entity/project.");
  if (await isThere(file)) throw new Error(`${file} exists already.`);
  if (!(await isThere(environment.dataFolder))) throw new Error(`There is no data folder ${environment.dataFolder}.`);
  await mkdir(dirname(file), { recursive: true });
  const partial = join(dirname(file), `.${basename(file)}.partial`);
  try {
    await writeExport(surroundings, projectId, partial);
    // What came over a connection is complete only if its end says so.
    const checked = await checkProjectFile(partial);
    await rename(partial, file);
    const { size } = await stat(file);
    out.write(`${summaryOf(checked)}Wrote ${file}: the project ${projectId}, ${megabytes(size)}.\n`);
    out.write("API keys and keys of providers are not in it.\n");
    const missing = missingText(checked.about.missing ?? []);
    if (missing !== null) out.write(`The file is incomplete, and says so. ${missing}\n`);
  } finally {
    await rm(partial, { force: true });
  }
}

/** Reads the lines of a running import. @throws Error when it failed or was cut off */
async function resultOf(response: Response, onLine: (line: ImportLine) => void): Promise<ImportResult> {
  let rest = "";
  const decoder = new TextDecoder();
  try {
    for await (const piece of response.body ?? []) {
      const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const said = JSON.parse(line) as ImportLine;
        if ("result" in said) return said.result;
        if ("failure" in said) throw new ImportFailed(said.failure);
        onLine(said);
      }
    }
  } catch (error) {
    if (error instanceof ImportFailed) throw error;
    throw new Error(`The service ended before the import did. Run it again. (${errorMessage(error)})`, {
      cause: error,
    });
  }
  throw new Error("The service ended before the import did. Run it again.");
}

class ImportFailed extends Error {
  override readonly name = "ImportFailed";
}

async function importFrom(args: string[], { environment, out }: ProjectFileSurroundings): Promise<void> {
  const order = readOrder(args, IMPORT_USAGE, out);
  if (order === null) return;
  const { file, projectId } = order;
  if (!(await isThere(file))) throw new Error(`There is no file ${file}.`);
  await mkdir(environment.dataFolder, { recursive: true, mode: 0o700 });
  const onProgress: ImportRequest["onProgress"] = (step, bytes) => {
    if (out.isTTY) out.write(`\r${step === "checked" ? "Checked" : "Imported"} ${megabytes(bytes)}   `);
  };
  const response = await askService(environment, IMPORT_PATH, { project_id: projectId, file });
  const result =
    response === null
      ? await withParts(environment, (parts) => importProject(parts, { file, projectId, onProgress }))
      : await resultOf(response, (line) => "step" in line && onProgress(line.step, line.bytes));
  out.write(`${out.isTTY ? "\r" : ""}${summaryOf(result)}Imported the project ${result.from}`);
  out.write(result.projectId === result.from ? ".\n" : ` as ${result.projectId}.\n`);
  const missing = missingText(result.missing);
  if (missing !== null) out.write(`The file is not complete. When it was written: ${missing}\n`);
  if (result.hasNewIds)
    out.write("Its models, jobs, runs and queues have new ids, since the old ones are in use here.\n");
  out.write("Monitors and checkpoint evaluations are switched off, and runs that were at work are paused.\n");
}

/** `npm run export-project` and `npm run import-project`: returns the exit code and writes messages to `out` and `errors`. */
export async function projectFilesCommand(
  verb: ProjectFileVerb,
  args: string[],
  surroundings: ProjectFileSurroundings,
): Promise<number> {
  try {
    await (verb === "import-project" ? importFrom : exportTo)(args, surroundings);
    return 0;
  } catch (error) {
    surroundings.errors.write(`${errorMessage(error)}\n`);
    return 1;
  }
}
