import { basename, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { RunRequest } from "@/lib/import/runs/run-requests";
import { commandText } from "@/scripts/installation/command-text";
import { answerCommand } from "./answer-command";
import { callService, type RetryOptions } from "./http/service-http";
import { counted, leftOutLines } from "./import-report";
import { CommandLineError, type ImportTarget, readTarget } from "./import-target";
import { type RoundResult, RunImporter, type RunResult } from "./run-importer";

const USAGE = `${commandText("import-run")} FOLDER --project entity/project [--run NAME] [--model NAME] [--follow] [--url URL] [--key KEY]

Imports a training run of verl, prime-rl, TRL or ART's local backend from the files that it writes: rollouts,
metrics and settings. FOLDER is the folder of one run, or one of its files. Importing it again changes nothing.
docs/train/log-training.md says which files are read.

  --project entity/project  the project that the run is imported into; defaults to HEDDLE_PROJECT
  --run NAME                the name of the run; HEDDLE_RUN or the name of the folder if omitted
  --model NAME              the name of the model, for display
  --follow                  imports what the program adds, until it is stopped
  --url URL                 the service; defaults to HEDDLE_SERVICE_URL, or the embedded service of this machine
  --key KEY                 an API key; better in HEDDLE_API_KEY or WANDB_API_KEY, where other users cannot see it

Exit code 0: everything was stored. 1: the import failed. 2: stored, except for values that could not be read.
`;

const POLL_INTERVAL_MS = 2_000;
const MAX_NAME_LENGTH = 128;
const MAX_LISTED = 20;

export interface ImportRunDependencies {
  /** Defaults to the embedded service. */
  readonly serviceUrl: string;
  readonly key: string | undefined;
  /** The names of the project and of the run that apply without options. */
  readonly project?: string | undefined;
  readonly run?: string | undefined;
  readonly out: NodeJS.WritableStream;
  readonly errors: NodeJS.WritableStream;
  readonly signal: AbortSignal;
  readonly retries?: Pick<RetryOptions, "waitsMs">;
  readonly pollIntervalMs?: number;
}

interface RunOrder extends ImportTarget {
  readonly path: string;
  readonly run: string;
  readonly model: string | null;
  readonly isFollowed: boolean;
}

function readOrder(args: string[], dependencies: ImportRunDependencies): RunOrder | null {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      project: { type: "string" },
      run: { type: "string" },
      model: { type: "string" },
      follow: { type: "boolean" },
      url: { type: "string" },
      key: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) return null;
  const [path, ...more] = positionals;
  if (path === undefined) throw new CommandLineError("A folder is missing.");
  if (more.length > 0) throw new CommandLineError(`Import one run at a time; unexpected: ${more.join(", ")}.`);
  const run = (values.run ?? dependencies.run ?? basename(resolve(path))).trim();
  if (run === "" || run.length > MAX_NAME_LENGTH)
    throw new CommandLineError(`A run has a name of up to ${MAX_NAME_LENGTH} characters: --run NAME.`);
  return {
    ...readTarget({ ...values, project: values.project ?? dependencies.project }, dependencies),
    path,
    run,
    model: values.model ?? null,
    isFollowed: values.follow ?? false,
  };
}

function roundText({ path, run }: RunOrder, { iterations, rollouts, programs, skipped, leftOut }: RoundResult): string {
  const by = programs.length === 0 ? "" : ` of ${programs.join(" and ")}`;
  const lines = [
    `${path} is in the run ${run}${by}: ${counted(iterations, "iteration")}, ${counted(rollouts, "rollout")}`,
  ];
  if (skipped.length > 0) {
    lines.push(
      `${counted(skipped.length, "value")} could not be read:`,
      ...skipped.slice(0, MAX_LISTED).map(({ place, reason }) => `  ${place}: ${reason}`),
      ...(skipped.length > MAX_LISTED ? [`  and ${counted(skipped.length - MAX_LISTED, "more", "more")}`] : []),
    );
  }
  lines.push(...leftOutLines(leftOut));
  return `${lines.join("\n")}\n`;
}

/**
 * Returns the address of a run's page. The service leads from there to the dashboard, which opens the project for someone who
 * has not opened it yet.
 */
function runAddress({ address: { url }, projectId }: RunOrder, runId: string): string {
  return `${url.origin}/${projectId.split("/").map(encodeURIComponent).join("/")}/weave/runs/${runId}`;
}

async function importRun(order: RunOrder, dependencies: ImportRunDependencies): Promise<number> {
  const { address, path, model, isFollowed } = order;
  const { out, signal, retries, pollIntervalMs = POLL_INTERVAL_MS } = dependencies;
  const target = { project_id: order.projectId, run: order.run };
  let runId: string | null = null;
  let isLinked = false;
  const send = async (request: RunRequest) => {
    signal.throwIfAborted();
    // The name that the user gives counts more than that of the files.
    const body = model === null || request.model === undefined ? request : { ...request, model };
    // The operation's row describes the answer.
    const result = (await callService(address, "trainingRuns.log", body, { ...retries, signal })) as RunResult;
    runId = result.run_id ?? runId;
    return result;
  };
  const importer = new RunImporter(path, target, send, isFollowed);
  if (isFollowed) out.write(`Following ${path}. Ctrl-C stops.\n`);
  for (;;) {
    const result = await importer.round();
    const isNew = result.iterations > 0 || result.skipped.length > 0;
    if (isNew && model !== null) await send({ ...target, model });
    if (isNew) out.write(roundText(order, result));
    if (runId !== null && !isLinked) out.write(`Its page: ${runAddress(order, runId)}\n`);
    isLinked = runId !== null;
    if (!isFollowed) {
      if (result.iterations === 0) throw new CommandLineError(`No files of a training run in ${path}.`);
      await send({ ...target, state: "finished" });
      return result.skipped.length > 0 ? 2 : 0;
    }
    await sleep(pollIntervalMs, undefined, { signal });
  }
}

/** `npm run import-run`: returns the exit code and writes messages to `out` and `errors`. */
export function importRunCommand(args: string[], dependencies: ImportRunDependencies): Promise<number> {
  return answerCommand({
    ...dependencies,
    usage: USAGE,
    read: () => readOrder(args, dependencies),
    run: (order) => importRun(order, dependencies),
  });
}
