import type { ColumnMap } from "@/lib/api/contract/evaluation-runs/column-map";
import type { EvaluationSettings } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import type { Scorer } from "@/lib/api/contract/evaluation-runs/scorers";
import { objectIdOf, type Publisher, publishObject, publishOp } from "./publish";
import { COLUMN_MAP_OP, columnMapSource, pythonSource } from "./python-source";

/** Refs of a scorer: what the Evaluation names, and the op of its calls. */
export interface StoredScorer {
  readonly name: string;
  /** A scorer object, or an op. */
  readonly ref: string;
  readonly opRef: string;
  /** True when `ref` is an object, which its calls receive as `self`. */
  readonly isObject: boolean;
}

interface StoredModel {
  readonly label: string;
  readonly ref: string;
}

/** Everything that a run publishes before its first call. */
export interface StoredEvaluation {
  readonly evaluationRef: string;
  readonly ops: { readonly evaluate: string; readonly predictAndScore: string; readonly summarize: string };
  readonly predictOp: string;
  readonly scorers: readonly StoredScorer[];
  readonly models: readonly StoredModel[];
}

/** A message of a model's prompt, with `{column}` where the row's value goes. */
export interface PromptMessage {
  readonly role: string;
  readonly content: string;
}

const nothing = (name: string, args: string) =>
  `import weave\n\n\n@weave.op()\ndef ${name}(${args}):\n    """Run by Heddle."""\n`;

const modelClass = { _class_name: "LLMStructuredCompletionModel", _bases: ["Model", "Object", "BaseModel"] };

/** Names a model in lists: the last part of its name, with the step of a checkpoint. */
export function modelLabel(model: string): string {
  return (model.split("/").at(-1) ?? model).replace(":step", " step ").replace(":", " ");
}

function storeModel(
  publisher: Publisher,
  label: string,
  model: EvaluationSettings["models"][number],
  messages: readonly PromptMessage[],
): Promise<string> {
  const { response_format: format, ...params } = model.params;
  return publishObject(publisher, objectIdOf(label), {
    _type: "LLMStructuredCompletionModel",
    name: objectIdOf(label),
    description: null,
    llm_model_id: model.model,
    default_params: {
      ...Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null && value !== undefined)),
      messages_template: messages,
      response_format: format ?? "text",
    },
    ...(model.prompt_ref ? { heddle_prompt: model.prompt_ref } : {}),
    ...modelClass,
  });
}

/** Publishes a scorer. The same parameters again are the same version. */
export async function storeScorer(publisher: Publisher, scorer: Scorer): Promise<StoredScorer> {
  const { name } = scorer;
  // The parameters as data, for readers that do not run Python.
  const { kind, ...parameters } = scorer;
  if (scorer.kind !== "judge") {
    const ref = await publishOp(publisher, name, pythonSource(scorer), { heddle_scorer: { kind, ...parameters } });
    return { name, ref, opRef: ref, isObject: false };
  }
  const model = {
    _type: "LLMStructuredCompletionModel",
    name: objectIdOf(`${name}-judge`),
    description: null,
    llm_model_id: scorer.model,
    default_params: { temperature: 0, messages_template: [], response_format: "json_object" },
    ...modelClass,
  };
  const modelRef = await publishObject(publisher, model.name, model);
  const ref = await publishObject(publisher, objectIdOf(name), {
    _type: "LLMAsAJudgeScorer",
    name,
    description: null,
    column_map: null,
    model: modelRef,
    scoring_prompt: scorer.prompt,
    enable_image_input_scoring: false,
    enable_audio_input_scoring: false,
    heddle_scorer: { kind, ...parameters },
    _class_name: "LLMAsAJudgeScorer",
    _bases: ["Scorer", "Object", "BaseModel"],
  });
  const opRef = await publishOp(publisher, "LLMAsAJudgeScorer.score", nothing("score", "self, output, **kwargs"));
  return { name, ref, opRef, isObject: true };
}

/** Publishes what gives the model its inputs by the names of its prompt; null where rows are given as they are. */
async function storeColumnMap(publisher: Publisher, map: ColumnMap): Promise<string | null> {
  if (Object.keys(map).length === 0) return null;
  const source = columnMapSource(map);
  return await publishOp(publisher, COLUMN_MAP_OP, source, { heddle_column_map: map });
}

/** Two models with one name get a number behind it. */
function labelsOf(models: EvaluationSettings["models"]): string[] {
  const labels: string[] = [];
  for (const { model } of models) {
    const label = modelLabel(model);
    const same = labels.filter((one) => one === label || one.startsWith(`${label} #`)).length;
    labels.push(same === 0 ? label : `${label} #${same + 1}`);
  }
  return labels;
}

/** Publishes models, scorers and the evaluation in the shapes of the official Python client. */
export async function publishEvaluation(
  publisher: Publisher,
  settings: EvaluationSettings,
  datasetRef: string,
  prompts: readonly (readonly PromptMessage[])[],
): Promise<StoredEvaluation> {
  const scorers: StoredScorer[] = [];
  for (const scorer of settings.scorers) scorers.push(await storeScorer(publisher, scorer));
  const models: StoredModel[] = [];
  for (const [index, label] of labelsOf(settings.models).entries()) {
    const model = settings.models[index];
    if (model) models.push({ label, ref: await storeModel(publisher, label, model, prompts[index] ?? []) });
  }
  const [evaluate, predictAndScore, summarize, predictOp] = await Promise.all([
    publishOp(publisher, "Evaluation.evaluate", nothing("evaluate", "self, model")),
    publishOp(publisher, "Evaluation.predict_and_score", nothing("predict_and_score", "self, model, example")),
    publishOp(publisher, "Evaluation.summarize", nothing("summarize", "self, eval_table")),
    publishOp(publisher, "LLMStructuredCompletionModel.predict", nothing("predict", "self, user_input=None, **kwargs")),
  ]);
  const evaluationRef = await publishObject(publisher, objectIdOf(settings.name), {
    _type: "Evaluation",
    name: objectIdOf(settings.name),
    description: null,
    dataset: datasetRef,
    scorers: scorers.map(({ ref }) => ref),
    preprocess_model_input: await storeColumnMap(publisher, settings.column_map ?? {}),
    trials: settings.trials,
    metadata: null,
    evaluation_name: null,
    evaluate,
    predict_and_score: predictAndScore,
    summarize,
    _class_name: "Evaluation",
    _bases: ["Object", "BaseModel"],
  });
  return { evaluationRef, ops: { evaluate, predictAndScore, summarize }, predictOp, scorers, models };
}
