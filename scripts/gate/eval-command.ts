import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { errorMessage } from "@/lib/guard/error-message";
import { CommandLineError, isCommandLineFault, readTarget } from "@/scripts/commands/import-target";
import { commandText } from "@/scripts/installation/command-text";
import { type GateFile, namedGate, readGateFile } from "./gate-file";
import { gateJunit, gateMarkdown, gateText } from "./gate-reports";
import { type GateOrder, runGate } from "./run-gate";

const FELL = 1;
const FAILED = 2;
const UNCLEAR = 3;
const POLL_MS = 2_000;

const USAGE = `${commandText("eval")} run NAME|FILE.yaml [--project entity/project] [options]

Runs an evaluation in the service, and compares its scores with a baseline on the rows that both have. NAME is the name of
an evaluation that ran before: its settings are used again. FILE.yaml contains an evaluation, or such a name, and what each
score may lose; docs/use/gate.md describes it.

  --baseline WHICH the run to compare with: its id, or a name for the newest finished one; by default of the same name
  --name NAME      stores the run under another name, so that later runs are not compared with it
  --tolerance N    how far each score may fall, in its own unit; 0 if omitted
  --model NAME     evaluates this model instead
  --prompt REF     sends this version of a prompt instead of the messages
  --junit FILE     writes the result as JUnit XML
  --markdown FILE  appends the result as Markdown, for example to "$GITHUB_STEP_SUMMARY"
  --strict         exit code 3 when there are not enough rows to tell
  --url URL        the service; defaults to HEDDLE_SERVICE_URL, or the embedded service of this machine
  --key KEY        an API key; better in HEDDLE_API_KEY or WANDB_API_KEY, where other users cannot see it

Exit code 0: no score fell. 1: a score fell by more than its tolerance, and the data show it. 2: the evaluation could not be
run or compared. 3: with --strict, no score fell, and for at least one there are not enough rows to tell.
`;

interface EvalSurroundings {
  readonly serviceUrl: string;
  readonly key: string | undefined;
  readonly project: string | undefined;
  readonly out: NodeJS.WritableStream;
  readonly errors: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly signal: AbortSignal;
  readonly pollMs?: number;
}

interface EvalOrder extends GateOrder {
  readonly junitFile: string | null;
  readonly markdownFile: string | null;
  readonly isStrict: boolean;
}

function readTolerance(text: string | undefined): number {
  const value = text === undefined ? 0 : Number(text);
  if (Number.isFinite(value) && value >= 0 && text?.trim() !== "") return value;
  throw new CommandLineError("--tolerance takes a number from 0 up.");
}

function readGate(name: string, tolerance: string | undefined): GateFile {
  if (!/\.(ya?ml|json)$/i.test(name)) return namedGate(name, readTolerance(tolerance));
  let text: string;
  try {
    text = readFileSync(name, "utf8");
  } catch (error) {
    throw new CommandLineError(`${name} cannot be read: ${errorMessage(error)}`);
  }
  const gate = readGateFile(text, name);
  return tolerance === undefined ? gate : { ...gate, tolerance: readTolerance(tolerance) };
}

function readOrder(args: string[], surroundings: EvalSurroundings): EvalOrder | null {
  const text = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...{
        project: text,
        baseline: text,
        name: text,
        tolerance: text,
        model: text,
        prompt: text,
        junit: text,
        markdown: text,
      },
      ...{ url: text, key: text, strict: { type: "boolean" }, help: { type: "boolean", short: "h" } },
    },
  });
  if (values.help) return null;
  const [word, name, ...more] = positionals;
  if (word !== "run" || name === undefined || more.length > 0) {
    throw new CommandLineError("Expected: run NAME, or run FILE.yaml.");
  }
  const gate = readGate(name, values.tolerance);
  const project = values.project ?? gate.project ?? surroundings.project;
  const { errors, signal, pollMs = POLL_MS } = surroundings;
  return {
    ...readTarget({ ...values, project }, surroundings),
    gate: values.baseline === undefined ? gate : { ...gate, baseline: values.baseline },
    name: values.name ?? null,
    model: values.model ?? null,
    promptRef: values.prompt ?? null,
    signal,
    pollMs,
    onProgress: ({ done, total }) => {
      if (errors.isTTY === true) errors.write(`\r${done} of ${total} trials `);
    },
    junitFile: values.junit ?? null,
    markdownFile: values.markdown ?? null,
    isStrict: values.strict ?? false,
  };
}

async function runOrder(order: EvalOrder, { out, errors }: EvalSurroundings): Promise<number> {
  const result = await runGate(order);
  if (errors.isTTY === true) errors.write("\r\u001b[K");
  out.write(gateText(result));
  if (order.junitFile !== null) writeFileSync(order.junitFile, gateJunit(result));
  // The summary of a CI job may already have other parts.
  if (order.markdownFile !== null) appendFileSync(order.markdownFile, gateMarkdown(result));
  const has = (verdict: string) => result.scores.some((score) => score.verdict === verdict);
  if (has("fell")) return FELL;
  return order.isStrict && has("unclear") ? UNCLEAR : 0;
}

/** `heddle eval`: returns the exit code and writes the scores to `out`, and progress and failures to `errors`. */
export async function evalCommand(args: string[], surroundings: EvalSurroundings): Promise<number> {
  const { out, errors } = surroundings;
  try {
    const order = readOrder(args, surroundings);
    if (order !== null) return await runOrder(order, surroundings);
    out.write(USAGE);
    return 0;
  } catch (error) {
    errors.write(isCommandLineFault(error) ? `${error.message}\n\n${USAGE}` : `${errorMessage(error)}\n`);
    return FAILED;
  }
}
