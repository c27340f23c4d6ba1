import { isJsonObject } from "@/lib/guard/json-object";
import { memberTexts } from "@/service/evaluation/evaluations/example-members";
import { readAllExampleTexts } from "@/service/evaluation/evaluations/example-texts";
import type { LoadedRun } from "@/service/evaluation/evaluations/known-trials";
import { messageKey } from "@/service/evaluation/evaluations/message-key";
import type { RunTrials } from "@/service/evaluation/evaluations/run-trials";
import { EventLoopYielder } from "@/service/kernel/concurrency/yield-to-event-loop";
import type { Services } from "@/service/traces/handlers/handler";
import type { TrainedTasks } from "@/service/traces/handlers/model-lineage";

type Sources = Pick<Services, "store" | "tables" | "lineage"> & { readonly signal: AbortSignal };

/** The examples of some runs that one of their models was trained on. */
interface TrainedRows {
  readonly digests: ReadonlySet<string>;
  /** The models that were trained, as requests name them. */
  readonly models: readonly string[];
}

/**
 * Returns the examples of runs that one of the runs' models was trained on: by digest where a training run took its tasks
 * from a table, else where the first message of a trained trajectory is what the example says.
 */
export async function readTrainedRows(
  sources: Sources,
  projectId: string,
  runs: readonly LoadedRun[],
): Promise<TrainedRows> {
  const names = new Set(runs.flatMap((run) => modelNameOf(run) ?? []));
  const trained = new Map<string, TrainedTasks>();
  for (const name of names) {
    const tasks = await sources.lineage.trainedTasks(projectId, name, sources.signal);
    if (tasks !== null) trained.set(name, tasks);
  }
  const digests = new Set<string>();
  for (const tasks of new Map([...trained.values()].map((one) => [one.version, one])).values()) {
    for (const run of runs) for (const digest of await matchedRows(sources, projectId, run, tasks)) digests.add(digest);
  }
  return { digests, models: [...trained.keys()] };
}

/** The name in requests is in the model's object, or is all that a run says of its model. */
const modelNameOf = ({ run, asked }: LoadedRun): string | null => asked.name ?? (run.model_name || null);

/** By the trials in memory, then by the version of what was trained. */
const known = new WeakMap<RunTrials, Map<string, ReadonlySet<string>>>();

async function matchedRows(sources: Sources, projectId: string, run: LoadedRun, tasks: TrainedTasks) {
  const ofRun = known.get(run.trials) ?? new Map<string, ReadonlySet<string>>();
  known.set(run.trials, ofRun);
  const found = ofRun.get(tasks.version) ?? (await newMatchedRows(sources, projectId, run, tasks));
  ofRun.set(tasks.version, found);
  return found;
}

async function newMatchedRows(sources: Sources, projectId: string, run: LoadedRun, tasks: TrainedTasks) {
  const { trials, asked } = run;
  const found = new Set<string>();
  for (const digest of trials.byExample.keys()) if (tasks.rowDigests.has(digest)) found.add(digest);
  if (tasks.messages.size === 0 || found.size === trials.byExample.size) return found;
  const yielder = new EventLoopYielder();
  for (const [digest, text] of await readAllExampleTexts(sources, projectId, run)) {
    if (!found.has(digest) && isAsked(text, asked.template, tasks.messages)) found.add(digest);
    await yielder.yieldToEventLoop();
  }
  return found;
}

/** True if a member of an example, or the message that the template makes of it, is a trained message. */
export function isAsked(example: string, template: string | null, messages: ReadonlySet<string>): boolean {
  const value: unknown = JSON.parse(example);
  if (typeof value === "string") return messages.has(messageKey(value));
  for (const text of memberTexts(example).values()) if (messages.has(messageKey(text))) return true;
  return template !== null && isJsonObject(value) && messages.has(messageKey(filled(template, value)));
}

/** A template with the members of a row, as Python's `format()` fills it in; unknown names stay. */
function filled(template: string, row: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{\{|\}\}|\{([^{}]*)\}/g, (part: string, name: string | undefined) => {
    if (name === undefined) return part.charAt(0);
    const value = Object.hasOwn(row, name) ? row[name] : part;
    return typeof value === "string" ? value : JSON.stringify(value);
  });
}
