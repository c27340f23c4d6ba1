import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { parse } from "yaml";
import {
  type TrainingIteration,
  type TrainingRunDetail,
  trainingRun,
  trainingRunDetail,
  trainingRunEstimate,
} from "@/lib/api/contract/training-runs/training-runs";
import { errorMessage } from "@/lib/guard/error-message";
import { answerCommand } from "./answer-command";
import { callService, type RetryOptions } from "./http/service-http";
import { type ImportRunDependencies, importRunCommand } from "./import-run-command";
import { CommandLineError, type ImportTarget, readTarget } from "./import-target";
import { RUN_WORDS } from "./run-words";

const POLL_MS = 2_000;

const USAGE = `heddle run start FILE [--plan] [--watch] [--project entity/project]
       heddle run watch ID [--json]
       heddle run import FOLDER [options]

start begins a training run with the settings of a file (YAML or JSON, as of POST /training_runs/start); --plan only
prints what it would take. watch prints each iteration as it ends. import is heddle import-run. heddle runs lists runs.

  --project entity/project  defaults to HEDDLE_PROJECT
  --json                    one line of JSON for the run and each iteration
  --url URL                 the service; defaults to HEDDLE_SERVICE_URL, or the embedded service of this machine
  --key KEY                 an API key; better in HEDDLE_API_KEY or WANDB_API_KEY, where other users cannot see it

Exit code 0: done; for a watched run, it has finished. 1: the request failed, or the watched run failed, paused or stopped.
A run continues when the command that watches it is stopped.
`;

interface RunDependencies extends ImportRunDependencies {
  readonly pollMs?: number;
}

interface RunOrder extends ImportTarget {
  readonly word: "start" | "watch";
  /** The file or the id. */
  readonly what: string;
  readonly isPlan: boolean;
  readonly isWatched: boolean;
  readonly isJson: boolean;
}

const isWord = (word: string | undefined): word is RunOrder["word"] => word === "start" || word === "watch";

function readOrder(args: string[], dependencies: RunDependencies): RunOrder | null {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      project: { type: "string" },
      plan: { type: "boolean" },
      watch: { type: "boolean" },
      json: { type: "boolean" },
      url: { type: "string" },
      key: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) return null;
  const [word, what = "", ...more] = positionals;
  if (!isWord(word)) throw new CommandLineError(`Expected one of ${RUN_WORDS.join(", ")}.`);
  if (word === "start" && what === "") throw new CommandLineError("The file with the settings is missing.");
  if (word === "watch" && what === "") throw new CommandLineError("The id of the run is missing.");
  const [unexpected] = more;
  if (unexpected !== undefined) throw new CommandLineError(`Unexpected word ${JSON.stringify(unexpected)}.`);
  return {
    ...readTarget({ ...values, project: values.project ?? dependencies.project }, dependencies),
    word,
    what,
    isPlan: values.plan ?? false,
    isWatched: values.watch ?? false,
    isJson: values.json ?? false,
  };
}

function readSettings(file: string): unknown {
  try {
    return parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new CommandLineError(`${file} cannot be read: ${errorMessage(error)}`);
  }
}

/** A number of the run; a dash where it is not known, which is never zero. */
const shown = (value: number | null | undefined) => (value == null ? "–" : value.toFixed(3));

function iterationLine({ iteration, state, reward, rollouts, errors, problem }: TrainingIteration): string {
  const { mean, low, high } = reward;
  const interval = low === null || high === null ? "" : ` (${shown(low)} to ${shown(high)})`;
  const failed = errors === 0 ? "" : `, ${errors} failed`;
  return `${iteration}  ${state}  reward ${shown(mean)}${interval}  ${rollouts} rollouts${failed}${problem === null ? "" : `  ${problem}`}`;
}

const ENDED: ReadonlySet<string> = new Set(["finished", "failed", "stopped", "paused"]);
/** Of an iteration that is over; the others still change. */
const OVER: ReadonlySet<string> = new Set(["done", "no_signal", "failed"]);

class RunProgram {
  readonly #order: RunOrder;
  readonly #dependencies: RunDependencies;

  constructor(order: RunOrder, dependencies: RunDependencies) {
    this.#order = order;
    this.#dependencies = dependencies;
  }

  async #ask(operation: string, body: object, options: RetryOptions = {}): Promise<unknown> {
    const { address, projectId } = this.#order;
    const { signal, retries } = this.#dependencies;
    return await callService(
      address,
      operation,
      { project_id: projectId, ...body },
      { ...retries, signal, ...options },
    );
  }

  #print(value: object, text: string): void {
    this.#dependencies.out.write(`${this.#order.isJson ? JSON.stringify(value) : text}\n`);
  }

  async plan(): Promise<number> {
    const settings = readSettings(this.#order.what);
    const estimate = trainingRunEstimate.parse(await this.#ask("trainingRuns.estimate", { settings }));
    const { tasks, rollouts, requests, tokens, cost_usd: cost, seconds } = estimate;
    const money = cost === null ? "an unknown cost" : `${cost.toFixed(2)} USD`;
    const time = seconds === null ? "an unknown time" : `about ${Math.ceil(seconds / 60)} min`;
    this.#print(
      estimate,
      `${tasks} tasks, ${rollouts} rollouts, ${requests} requests to models, ${tokens} tokens, ${money}, ${time}. Nothing was started.`,
    );
    return 0;
  }

  async start(): Promise<number> {
    const settings = readSettings(this.#order.what);
    // Sent once: a second one would start it twice.
    const run = trainingRun.parse(await this.#ask("trainingRuns.start", { settings }, { waitsMs: [] }));
    this.#print(run, `Started ${run.id}`);
    return this.#order.isWatched ? await this.watch(run.id) : 0;
  }

  async #read(runId: string, after: number): Promise<TrainingRunDetail> {
    const body = { run_id: runId, after_iteration: after, has_metrics: false };
    return trainingRunDetail.parse(await this.#ask("trainingRuns.read", body));
  }

  /** Prints each iteration once, as it ends. @returns the exit code when the run rests */
  async watch(runId: string): Promise<number> {
    const { pollMs = POLL_MS, signal, errors } = this.#dependencies;
    let after = 0;
    for (;;) {
      const run = await this.#read(runId, after);
      const isEnded = ENDED.has(run.state);
      for (const iteration of run.iterations) {
        if (!isEnded && !OVER.has(iteration.state)) break;
        if (iteration.iteration <= after) continue;
        this.#print(iteration, iterationLine(iteration));
        after = iteration.iteration;
      }
      if (isEnded) {
        const reason = run.reason === null ? "" : `: ${run.reason}`;
        errors.write(`The run is ${run.state}${reason}. ${run.verdict.sentence}\n`);
        return run.state === "finished" ? 0 : 1;
      }
      await sleep(pollMs, undefined, { signal });
    }
  }
}

async function runOrder(order: RunOrder, dependencies: RunDependencies): Promise<number> {
  const program = new RunProgram(order, dependencies);
  if (order.word === "watch") return await program.watch(order.what);
  return order.isPlan ? await program.plan() : await program.start();
}

/** `heddle run`: returns the exit code and writes runs and iterations to `out`, messages to `errors`. */
export async function runCommand(args: string[], dependencies: RunDependencies): Promise<number> {
  if (args[0] === "import") return await importRunCommand(args.slice(1), dependencies);
  const { out, errors, signal } = dependencies;
  return await answerCommand({
    read: () => readOrder(args, dependencies),
    run: (order) => runOrder(order, dependencies),
    usage: USAGE,
    out,
    errors,
    signal,
  });
}
