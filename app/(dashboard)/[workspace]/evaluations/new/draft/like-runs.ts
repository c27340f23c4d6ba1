import { EMPTY_DRAFT, type EvaluationDraft } from "@/components/evaluation/setup/evaluation-draft";
import type { EvaluationSettings } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";

/** A run that a new evaluation is like, or whose model it takes. */
export interface LikeRun {
  readonly run: EvaluationRun;
  /** What it was started with, and which of its models it is; null for a run that a client logged. */
  readonly started: { readonly settings: EvaluationSettings; readonly modelIndex: number } | null;
}

type EvaluatedModel = EvaluationSettings["models"][number];

const modelOf = ({ started }: LikeRun): EvaluatedModel | undefined => started?.settings.models[started.modelIndex];

/** Returns the names of models that cannot be filled in: a client's name of a model does not say how to reach it. */
export const modelsLeftOut = (models: readonly LikeRun[]): string[] =>
  models.filter((each) => modelOf(each) === undefined).map(({ run }) => run.model_name || "unnamed model");

/**
 * Returns a draft with the rows, prompt, parameters, scorers and trials of one run, and the models of others. Of a run
 * that a client logged only its table and trials are known; the other parts are those of the draft.
 */
export function withLikeRuns(draft: EvaluationDraft, source: LikeRun, models: readonly LikeRun[]): EvaluationDraft {
  const { run, started } = source;
  const like = modelOf(source);
  const promptRef = like?.prompt_ref ?? null;
  const members = {
    name: run.evaluation_id,
    models: models.flatMap((each) => {
      const found = modelOf(each);
      return found === undefined ? [] : [{ model: found.model, promptRef }];
    }),
    trials: run.trials === null ? EMPTY_DRAFT.trials : String(run.trials),
  };
  if (started === null || like === undefined) {
    const datasetRef = run.dataset_state === "stored" ? (run.dataset_ref ?? draft.datasetRef) : draft.datasetRef;
    return { ...draft, ...members, datasetRef, filters: [], sample: EMPTY_DRAFT.sample };
  }
  const { settings } = started;
  return {
    ...draft,
    ...members,
    ...promptTexts(like),
    ...paramTexts(like),
    name: settings.name,
    datasetRef: settings.rows.dataset_ref,
    filters: settings.rows.filters,
    sample: settings.rows.sample,
    columnMap: settings.column_map ?? {},
    scorers: settings.scorers.map((scorer) =>
      scorer.kind === "json_schema" ? { ...scorer, schemaText: JSON.stringify(scorer.schema, null, 2) } : scorer,
    ),
    trials: String(settings.trials),
  };
}

/** The form has a system prompt and a question: other messages leave it empty, and it asks for a prompt. */
function promptTexts({ messages }: EvaluatedModel): Pick<EvaluationDraft, "system" | "user"> {
  const roles = messages.map(({ role }) => role).join(" ");
  if (roles !== "user" && roles !== "system user") return { system: "", user: "" };
  return { system: roles === "user" ? "" : (messages[0]?.content ?? ""), user: messages.at(-1)?.content ?? "" };
}

function paramTexts({
  params,
}: EvaluatedModel): Pick<EvaluationDraft, "temperature" | "maxTokens" | "seed" | "isJson"> {
  const text = (value: number | null | undefined) => (value == null ? "" : String(value));
  return {
    temperature: text(params.temperature),
    maxTokens: text(params.max_tokens ?? params.max_completion_tokens),
    seed: text(params.seed),
    isJson: params.response_format === "json_object",
  };
}
