import {
  type DraftFilter,
  type DraftScorer,
  EMPTY_DRAFT,
  type EvaluationDraft,
  schemaProblem,
  scorersOf,
} from "@/components/evaluation/setup/evaluation-draft";
import type { TrainingRunSettingsInput } from "@/lib/api/contract/training-runs/training-run-settings";
import { missingToolParts, NO_TOOLS, type ToolsDraft, toolSettingsOf, toolsDraftOf, toolsProblem } from "./draft-tools";
import { readConfigText } from "./read-config-text";
import { promptsText, readPrompts } from "./read-prompts";

/** The draft of a run: texts as they are typed. */
export interface RunDraft extends ToolsDraft {
  readonly name: string;
  readonly modelKind: TrainingRunSettingsInput["model"]["kind"];
  readonly modelName: string;
  readonly baseModel: string;
  readonly modelId: string;
  /** The step of that model's checkpoint that a new model begins with. */
  readonly forkStep: string;
  /** The model of another service: the provider with its address, its id there, and its name in completions. */
  readonly remoteProvider: string;
  readonly remoteModelId: string;
  readonly remoteAddress: string;
  readonly taskKind: TrainingRunSettingsInput["tasks"]["kind"];
  readonly prompts: string;
  readonly threads: string;
  readonly datasetRef: string;
  readonly filters: readonly DraftFilter[];
  readonly sample: EvaluationDraft["sample"];
  readonly columnMap: Readonly<Record<string, string>>;
  readonly system: string;
  readonly user: string;
  readonly scorers: readonly DraftScorer[];
  /** By the scorer's name; absent is 1. */
  readonly weights: Readonly<Record<string, string>>;
  /** Empty where people give no score. */
  readonly labelQueue: string;
  readonly labelQuestion: string;
  readonly labelWaitMinutes: string;
  readonly groupSize: string;
  readonly tasksPerIteration: string;
  readonly iterations: string;
  readonly temperature: string;
  readonly maxAnswerTokens: string;
  readonly seed: string;
  readonly learningRate: string;
  /** Other members of `experimental_config`, as JSON. */
  readonly config: string;
  readonly concurrency: string;
  readonly timeoutSeconds: string;
  readonly retries: string;
  readonly maxErrorPercent: string;
  readonly maxTokens: string;
  readonly maxMinutes: string;
  readonly maxCostUsd: string;
  readonly evaluationRef: string;
  readonly evaluationEvery: string;
}

export const EMPTY_RUN: RunDraft = {
  name: "",
  modelKind: "new",
  modelName: "",
  baseModel: "",
  modelId: "",
  forkStep: "",
  remoteProvider: "",
  remoteModelId: "",
  remoteAddress: "",
  taskKind: "prompts",
  prompts: "",
  threads: "",
  datasetRef: "",
  filters: [],
  sample: { kind: "all" },
  columnMap: {},
  system: "",
  user: "{prompt}",
  ...NO_TOOLS,
  scorers: [],
  weights: {},
  labelQueue: "",
  labelQuestion: "",
  labelWaitMinutes: "1440",
  groupSize: "8",
  tasksPerIteration: "8",
  iterations: "20",
  temperature: "1",
  maxAnswerTokens: "",
  seed: "",
  learningRate: "",
  config: "",
  concurrency: "8",
  timeoutSeconds: "120",
  retries: "2",
  maxErrorPercent: "20",
  maxTokens: "",
  maxMinutes: "",
  maxCostUsd: "",
  evaluationRef: "",
  evaluationEvery: "5",
};

/** The draft of a run, and how it changes. */
export interface RunDraftControl {
  readonly draft: RunDraft;
  readonly change: (members: Partial<RunDraft>) => void;
}

const textOf = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
const numberOf = (text: string): number | null => (text.trim() === "" ? null : Number(text));

/** Thread ids, one per line or separated by commas. */
const threadIds = (text: string) =>
  text
    .split(/[\s,]+/)
    .map((id) => id.trim())
    .filter((id) => id !== "");

/** Returns the missing parts of the model. */
export function missingModelParts(draft: RunDraft): string[] {
  const parts = {
    existing: [["a model", draft.modelId]],
    new: [
      ["a base model", draft.baseModel],
      ["a name of the model", draft.modelName],
    ],
    fork: [
      ["a model", draft.modelId],
      ["a checkpoint", draft.forkStep],
      ["a name of the model", draft.modelName],
    ],
    remote: [
      ["a provider", draft.remoteProvider],
      ["the id of the model", draft.remoteModelId],
      ["the name of the model in requests", draft.remoteAddress],
    ],
  } as const;
  return parts[draft.modelKind].flatMap(([part, value]) => (value.trim() === "" ? [part] : []));
}

/** Returns the model of a draft that misses no part. */
function modelOf(draft: RunDraft): TrainingRunSettingsInput["model"] {
  if (draft.modelKind === "existing") return { kind: "existing", model_id: draft.modelId };
  if (draft.modelKind === "new")
    return { kind: "new", name: draft.modelName.trim(), base_model: draft.baseModel.trim() };
  if (draft.modelKind === "fork")
    return { kind: "fork", name: draft.modelName.trim(), model_id: draft.modelId, step: Number(draft.forkStep) };
  const [provider, id, address] = [draft.remoteProvider, draft.remoteModelId, draft.remoteAddress];
  return { kind: "remote", provider, model_id: id.trim(), address: address.trim() };
}

/** Returns a model as it would be typed. */
function modelDraftOf(model: TrainingRunSettingsInput["model"]): Partial<RunDraft> {
  if (model.kind === "existing") return { modelKind: "existing", modelId: model.model_id };
  if (model.kind === "new") return { modelKind: "new", modelName: model.name, baseModel: model.base_model };
  if (model.kind === "fork")
    return { modelKind: "fork", modelName: model.name, modelId: model.model_id, forkStep: textOf(model.step) };
  const { provider, model_id: id, address } = model;
  return { modelKind: "remote", remoteProvider: provider, remoteModelId: id, remoteAddress: address };
}

/** Returns the parts that are missing before anything can be checked: "a base model", "a task". */
export function missingParts(draft: RunDraft): string[] {
  const { taskKind, prompts, datasetRef, threads } = draft;
  const hasTasks = {
    prompts: readPrompts(prompts).items.length > 0,
    table: datasetRef !== "",
    threads: threadIds(threads).length > 0,
  }[taskKind];
  return [
    ...missingModelParts(draft),
    ...(hasTasks ? [] : [taskKind === "table" ? "a table" : taskKind === "threads" ? "a thread" : "a prompt"]),
    ...(draft.user.trim() === "" ? ["a message"] : []),
    ...missingToolParts(draft),
    ...(draft.scorers.length === 0 && draft.labelQueue === "" ? ["a scorer"] : []),
    ...(draft.labelQueue !== "" && draft.labelQuestion === "" ? ["a question of the review queue"] : []),
  ];
}

/** Returns problems that are found without the service, by the path of the field. */
export function draftProblems(draft: RunDraft): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  const { problem } = readPrompts(draft.prompts);
  if (draft.taskKind === "prompts" && problem !== null) problems.set("tasks.items", problem);
  const config = readConfigText(draft.config);
  if (config.problem !== null) problems.set("config", config.problem);
  const tools = toolsProblem(draft);
  if (tools !== null) problems.set("tools.definitions", tools);
  if (draft.evaluationRef !== "" && draft.modelKind === "remote")
    problems.set("evaluation", "Checkpoints of another service are not evaluated: choose no evaluation");
  if (draft.evaluationRef !== "" && draft.scorers.length === 0)
    problems.set("evaluation", "Scorers evaluate checkpoints: add one, or choose no evaluation");
  for (const [index, scorer] of draft.scorers.entries()) {
    const wrong = schemaProblem(scorer);
    if (wrong !== null) problems.set(`reward.scorers[${index}].schema`, wrong);
  }
  return problems;
}

function tasksOf(draft: RunDraft): TrainingRunSettingsInput["tasks"] {
  if (draft.taskKind === "threads") return { kind: "threads", thread_ids: threadIds(draft.threads) };
  if (draft.taskKind === "prompts") return { kind: "prompts", items: [...readPrompts(draft.prompts).items] };
  const { datasetRef, filters, sample, columnMap } = draft;
  return {
    kind: "table",
    rows: { dataset_ref: datasetRef, filters: [...filters], sample },
    ...(Object.keys(columnMap).length === 0 ? {} : { column_map: { ...columnMap } }),
  };
}

/** The score that people give; null where they give none. */
function labelOf({ labelQueue, labelQuestion, labelWaitMinutes }: RunDraft) {
  if (labelQueue === "") return null;
  return { queue_id: labelQueue, question: labelQuestion, max_wait_minutes: numberOf(labelWaitMinutes) };
}

/** Returns the settings of a draft; null while a part is missing or cannot be read. */
export function runSettingsOf(draft: RunDraft): TrainingRunSettingsInput | null {
  const scorers = scorersOf(draft.scorers);
  if (scorers === null || missingParts(draft).length > 0 || draftProblems(draft).size > 0) return null;
  const messages = [
    ...(draft.system.trim() === "" ? [] : [{ role: "system" as const, content: draft.system }]),
    { role: "user" as const, content: draft.user },
  ];
  const label = labelOf(draft);
  const tools = toolSettingsOf(draft);
  const names = new Set([...scorers.map(({ name }) => name), ...(label ? [label.question] : [])]);
  const weights = Object.entries(draft.weights).flatMap(([name, text]) => {
    const weight = numberOf(text);
    return weight === null || !names.has(name) ? [] : [[name, weight] as const];
  });
  const first = scorers[0];
  const rate = numberOf(draft.learningRate);
  const temperature = numberOf(draft.temperature);
  const maxTokens = numberOf(draft.maxAnswerTokens);
  const answerLimit = maxTokens === null ? {} : { max_tokens: maxTokens };
  return {
    name: draft.name.trim() === "" ? draft.modelName.trim() || "Training run" : draft.name,
    model: modelOf(draft),
    tasks: tasksOf(draft),
    messages,
    params: { ...(temperature === null ? {} : { temperature }), ...answerLimit },
    ...(tools ? { tools } : {}),
    reward: { scorers, ...(label ? { label } : {}), weights: Object.fromEntries(weights) },
    group_size: numberOf(draft.groupSize) ?? 8,
    tasks_per_iteration: numberOf(draft.tasksPerIteration) ?? 8,
    iterations: numberOf(draft.iterations) ?? 20,
    config: { ...readConfigText(draft.config).members, ...(rate === null ? {} : { learning_rate: rate }) },
    seed: numberOf(draft.seed),
    ...(draft.evaluationRef === "" || first === undefined
      ? {}
      : {
          evaluation: {
            name: `${draft.name.trim() || "Training run"}, held out`,
            every: numberOf(draft.evaluationEvery) ?? 1,
            score: first.name,
            messages,
            params: { temperature: 0, ...answerLimit },
            rows: { dataset_ref: draft.evaluationRef },
            ...(Object.keys(draft.columnMap).length === 0 ? {} : { column_map: { ...draft.columnMap } }),
            scorers,
          },
        }),
    limits: {
      concurrency: numberOf(draft.concurrency) ?? 8,
      timeout_s: numberOf(draft.timeoutSeconds) ?? 120,
      retries: numberOf(draft.retries) ?? 2,
      max_error_percent: numberOf(draft.maxErrorPercent) ?? 20,
      max_tokens: numberOf(draft.maxTokens),
      max_minutes: numberOf(draft.maxMinutes),
      max_cost_usd: numberOf(draft.maxCostUsd),
    },
  };
}

/** Returns settings as they would be typed: the start of a similar run. */
export function runDraftOf(settings: TrainingRunSettingsInput): RunDraft {
  const { model, tasks, messages = [], params, reward, limits, evaluation } = settings;
  const { learning_rate: rate, ...config } = settings.config ?? {};
  return {
    ...EMPTY_RUN,
    name: settings.name,
    ...modelDraftOf(model),
    taskKind: tasks.kind,
    ...(tasks.kind === "prompts" ? { prompts: promptsText(tasks.items) } : {}),
    ...(tasks.kind === "threads" ? { threads: tasks.thread_ids.join("\n") } : {}),
    ...(tasks.kind === "table"
      ? {
          datasetRef: tasks.rows.dataset_ref,
          filters: tasks.rows.filters ?? [],
          sample: tasks.rows.sample ?? EMPTY_DRAFT.sample,
          columnMap: tasks.column_map ?? {},
        }
      : {}),
    system: messages.find(({ role }) => role === "system")?.content ?? "",
    user: messages.find(({ role }) => role === "user")?.content ?? EMPTY_RUN.user,
    ...toolsDraftOf(settings.tools),
    scorers: reward.scorers.map((scorer) =>
      scorer.kind === "json_schema" ? { ...scorer, schemaText: JSON.stringify(scorer.schema, null, 2) } : scorer,
    ),
    weights: Object.fromEntries(Object.entries(reward.weights ?? {}).map(([name, weight]) => [name, textOf(weight)])),
    labelQueue: reward.label?.queue_id ?? "",
    labelQuestion: reward.label?.question ?? "",
    labelWaitMinutes:
      reward.label?.max_wait_minutes === undefined ? EMPTY_RUN.labelWaitMinutes : textOf(reward.label.max_wait_minutes),
    groupSize: textOf(settings.group_size ?? EMPTY_RUN.groupSize),
    tasksPerIteration: textOf(settings.tasks_per_iteration ?? EMPTY_RUN.tasksPerIteration),
    iterations: textOf(settings.iterations ?? EMPTY_RUN.iterations),
    temperature: textOf(params?.temperature),
    maxAnswerTokens: textOf(params?.max_tokens),
    seed: textOf(settings.seed),
    learningRate: textOf(rate),
    config: Object.keys(config).length === 0 ? "" : JSON.stringify(config),
    concurrency: textOf(limits?.concurrency ?? EMPTY_RUN.concurrency),
    timeoutSeconds: textOf(limits?.timeout_s ?? EMPTY_RUN.timeoutSeconds),
    retries: textOf(limits?.retries ?? EMPTY_RUN.retries),
    maxErrorPercent: textOf(limits?.max_error_percent ?? EMPTY_RUN.maxErrorPercent),
    maxTokens: textOf(limits?.max_tokens),
    maxMinutes: textOf(limits?.max_minutes),
    maxCostUsd: textOf(limits?.max_cost_usd),
    evaluationRef: evaluation?.rows.dataset_ref ?? "",
    evaluationEvery: textOf(evaluation?.every ?? EMPTY_RUN.evaluationEvery),
  };
}
