import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { isJsonObject } from "@/lib/guard/json-object";
import { parseRef } from "@/service/kernel/json/refs";
import type { Services } from "@/service/traces/handlers/handler";
import { engineTimeNow, millisecondsBetween, toWireTime } from "@/service/traces/store/engine/timestamps";
import {
  countTrials,
  type EvaluationRoot,
  type RunActivity,
  readEvaluationRoots,
  readRunActivity,
} from "@/service/traces/store/evaluations/evaluation-roots";
import { nameOfInput, type ReferredObject, readReferred, textOf } from "./evaluation-objects";

type Sources = Pick<Services, "store" | "objects" | "tables"> & { readonly signal: AbortSignal };

interface RunsPage {
  readonly ids: readonly string[] | null;
  readonly limit: number;
  readonly offset: number;
  /** False where neither progress nor signs of life are needed: they take longer than the rest. */
  readonly hasProgress: boolean;
}

/** A run and its root call. */
export interface ListedRun {
  readonly root: EvaluationRoot;
  readonly run: EvaluationRun;
  readonly asked: AskedModel;
}

/** How a run asks its model, as far as its object says. */
interface AskedModel {
  /** The name in requests; null where the object has none. */
  readonly name: string | null;
  /** The template of the first user message: `Question: {question}`; null without one. */
  readonly template: string | null;
}

/** A run without an end is lost after this silence, or after many times the length of a trial. */
const MIN_SILENCE_MS = 10 * 60_000;
const SILENT_TRIALS = 20;

/** Returns the runs of a project, newest first, with what their objects say. */
export async function listRuns(sources: Sources, projectId: string, page: RunsPage) {
  const { store, objects, tables, signal } = sources;
  const { roots, totalCount } = await readEvaluationRoots(store, projectId, page, signal);
  const since = roots.reduce((first, { startedAt }) => (startedAt < first ? startedAt : first), engineTimeNow());
  const counted = page.hasProgress ? roots : [];
  const open = counted.filter(({ endedAt }) => endedAt === null);
  const [counts, activity, objectsByRef] = await Promise.all([
    countTrials(
      store,
      projectId,
      counted.map(({ id }) => id),
      since,
      signal,
    ),
    readRunActivity(
      store,
      projectId,
      open.map(({ traceId }) => traceId),
      signal,
    ),
    readReferred(
      objects,
      projectId,
      roots.flatMap(({ self, model }) => [textOf(self) ?? [], textOf(model) ?? []].flat()),
      signal,
    ),
  ]);
  const datasetRefs = roots.flatMap(
    ({ self }) => textMember(objectsByRef.get(textOf(self) ?? "")?.members ?? {}, "dataset") ?? [],
  );
  const datasets = await readReferred(objects, projectId, datasetRefs, signal);
  const tableDigests = [...datasets.values()].flatMap((dataset) => tableOf(dataset) ?? []);
  const headers = await tables.headers(projectId, tableDigests, signal);
  const rowCounts = new Map(headers.map(({ digest, rowCount }) => [digest, rowCount]));
  const runs = roots.map((root): ListedRun => {
    const evaluation = objectsByRef.get(textOf(root.self) ?? "");
    const model = objectsByRef.get(textOf(root.model) ?? "");
    const dataset = datasetOf(root, evaluation, datasets, rowCounts);
    const run = runOf(root, { evaluation, model, dataset, activity, count: counts.get(root.id) });
    return { root, run, asked: askedModelOf(model) };
  });
  return { runs, totalCount };
}

interface Dataset {
  readonly ref: string | null;
  readonly name: string;
  readonly version: number | null;
  readonly key: string;
  readonly state: EvaluationRun["dataset_state"];
  readonly rowCount: number | null;
}

const textMember = (members: Readonly<Record<string, unknown>>, name: string): string | null => {
  const member = members[name];
  return typeof member === "string" && member !== "" ? member : null;
};

/** Returns the digest of a dataset's table. */
function tableOf({ members }: ReferredObject): string | null {
  const ref = parseRef(textMember(members, "rows") ?? "");
  return ref?.kind === "table" ? ref.digest : null;
}

/** Loggers may name a dataset by plain text; an evaluation that was deleted names none. */
function datasetOf(
  root: EvaluationRoot,
  evaluation: ReferredObject | undefined,
  datasets: ReadonlyMap<string, ReferredObject>,
  rowCounts: ReadonlyMap<string, number>,
): Dataset {
  const named = evaluation === undefined ? null : textMember(evaluation.members, "dataset");
  const nothing = { version: null, state: "unknown", rowCount: null } as const;
  if (named === null) return { ...nothing, ref: null, name: "", key: "" };
  const stored = datasets.get(named);
  if (stored === undefined) {
    const ref = parseRef(named);
    const name = ref?.kind === "object" ? ref.name : named;
    return { ...nothing, ref: ref === null ? null : named, name, key: named };
  }
  const table = tableOf(stored);
  // The dataset of a logger is one row that only carries its name.
  const holdsRows = root.isLogger === 0 && table !== null;
  return {
    ref: named,
    name: stored.name,
    version: holdsRows ? stored.version : null,
    key: table ?? named,
    state: stored.state,
    rowCount: holdsRows ? (rowCounts.get(table) ?? null) : null,
  };
}

function askedModelOf(model: ReferredObject | undefined): AskedModel {
  const members = model?.members ?? {};
  const params = isJsonObject(members.default_params) ? members.default_params : {};
  const messages: readonly unknown[] = Array.isArray(params.messages_template) ? params.messages_template : [];
  const asked = messages.find((message) => isJsonObject(message) && message.role === "user");
  const content = isJsonObject(asked) ? asked.content : null;
  return {
    name: textMember(members, "llm_model_id"),
    template: typeof content === "string" ? content : null,
  };
}

interface RunFacts {
  readonly evaluation: ReferredObject | undefined;
  readonly model: ReferredObject | undefined;
  readonly dataset: Dataset;
  readonly activity: ReadonlyMap<string, RunActivity>;
  readonly count: { readonly ended: number; readonly all: number } | undefined;
}

function runOf(root: EvaluationRoot, { evaluation, model, dataset, activity, count }: RunFacts): EvaluationRun {
  const trials = trialsOf(root, evaluation);
  const lastAt = activity.get(root.traceId)?.lastAt ?? null;
  const evaluationRef = textOf(root.self);
  const evaluationId = evaluation?.name ?? nameOfInput(root.self);
  const scorers = Array.isArray(evaluation?.members.scorers) ? evaluation.members.scorers : [];
  return {
    id: root.id,
    trace_id: root.traceId,
    name: root.displayName || textMember(evaluation?.members ?? {}, "name") || evaluationId || "Evaluation",
    state: stateOf(root, activity.get(root.traceId)),
    started_at: toWireTime(root.startedAt),
    ended_at: root.endedAt === null ? null : toWireTime(root.endedAt),
    last_activity_at: lastAt === null ? null : toWireTime(lastAt),
    exception: root.exception === "" ? null : exceptionText(root.exception),
    evaluation_ref: evaluationRef,
    evaluation_id: evaluationId,
    model_ref: textOf(root.model),
    model_name: nameOfInput(root.model),
    prompt_ref: textMember(model?.members ?? {}, "heddle_prompt"),
    dataset_ref: dataset.ref,
    dataset_name: dataset.name,
    dataset_version: dataset.version,
    dataset_key: dataset.key,
    dataset_state: dataset.state,
    dataset_row_count: dataset.rowCount,
    trials,
    ended_trial_count: count?.ended ?? 0,
    expected_trial_count: dataset.rowCount === null || trials === null ? null : dataset.rowCount * trials,
    writer: root.isLogger === 1 ? "logger" : "evaluation",
    scorer_refs: scorers.filter((scorer) => typeof scorer === "string"),
    source_run_id: root.sourceRun || null,
    user_id: root.userId || null,
  };
}

/** Python states trials in the evaluation, TypeScript in the run's inputs; a logger states none. */
function trialsOf(root: EvaluationRoot, evaluation: ReferredObject | undefined): number | null {
  if (root.isLogger === 1) return null;
  const stated = root.trials === "" ? evaluation?.members.trials : Number(root.trials);
  return typeof stated === "number" && Number.isInteger(stated) && stated > 0 ? stated : null;
}

function stateOf(root: EvaluationRoot, activity: RunActivity | undefined): EvaluationRun["state"] {
  if (root.endedAt === null) {
    const silentMs = millisecondsBetween(activity?.lastAt ?? root.startedAt, engineTimeNow());
    return silentMs > Math.max(MIN_SILENCE_MS, SILENT_TRIALS * (activity?.medianMs ?? 0)) ? "lost" : "running";
  }
  if (root.exception !== "") return /\bcancell?ed\b/i.test(root.exception.slice(0, 200)) ? "cancelled" : "failed";
  return root.hasOutput === 1 ? "finished" : "unsummarized";
}

const MAX_EXCEPTION_LENGTH = 500;

/** Python sends JSON with type and message, TypeScript the message alone. */
function exceptionText(exception: string): string {
  try {
    const value: unknown = JSON.parse(exception);
    if (isJsonObject(value) && typeof value.message === "string") {
      return `${typeof value.type === "string" ? `${value.type}: ` : ""}${value.message}`.slice(
        0,
        MAX_EXCEPTION_LENGTH,
      );
    }
  } catch {
    // A plain message, or JSON that was cut: it is shown as it is.
  }
  return exception.slice(0, MAX_EXCEPTION_LENGTH);
}
