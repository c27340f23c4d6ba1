import {
  type DraftScorer,
  EMPTY_DRAFT,
  type EvaluationDraft,
  settingsOf,
} from "@/components/evaluation/setup/evaluation-draft";
import type {
  CheckpointEvaluationSettings,
  CheckpointEvaluationSettingsInput,
} from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import type { EvaluationSettingsInput } from "@/lib/api/contract/evaluation-runs/evaluation-runs";

/** The settings while they are edited: the draft of an evaluation, and what belongs to checkpoints. */
export interface CheckpointForm {
  readonly draft: EvaluationDraft;
  readonly isOn: boolean;
  readonly every: string;
  readonly score: string;
  readonly direction: "higher" | "lower";
  /** Parameters of the stored settings that the form does not show. */
  readonly otherParams: CheckpointEvaluationSettings["params"];
}

/** A score that can decide: a value of a scorer that is a number or yes or no. */
export interface ScoreChoice {
  readonly value: string;
  readonly label: string;
  readonly direction: "higher" | "lower";
}

function choicesOf({ kind, name }: DraftScorer): ScoreChoice[] {
  const choice = (value: string, direction: "higher" | "lower" = "higher") => ({ value, label: value, direction });
  switch (kind) {
    case "exact":
    case "contains":
    case "regex":
      return [choice(name)];
    case "json_schema":
      return [choice(`${name}.valid`)];
    case "number":
      return [choice(`${name}.within`), choice(`${name}.error`, "lower")];
    case "judge":
      return [choice(`${name}.passed`), choice(`${name}.score`)];
    case "pairwise":
      return [];
  }
}

/** Returns the values of the scorers that can decide. A pairwise verdict has no mean. */
export const scoreChoices = (scorers: readonly DraftScorer[]): ScoreChoice[] => scorers.flatMap(choicesOf);

const textOf = (value: number | null | undefined): string =>
  value === null || value === undefined ? "" : String(value);

/** Returns the form of stored settings, or an empty one for a model. */
export function formOf(settings: CheckpointEvaluationSettings | null, checkpoint: string): CheckpointForm {
  if (settings === null) {
    const draft = { ...EMPTY_DRAFT, models: [{ model: checkpoint, promptRef: null }] };
    return { draft, isOn: true, every: "1", score: "", direction: "higher", otherParams: {} };
  }
  const {
    name,
    messages,
    prompt_ref: promptRef,
    params,
    rows,
    column_map: columnMap,
    scorers,
    trials,
    limits,
  } = settings;
  return {
    isOn: settings.is_on,
    every: String(settings.every),
    score: settings.score,
    direction: settings.direction,
    otherParams: params,
    draft: {
      name,
      models: [{ model: checkpoint, promptRef: promptRef ?? null }],
      usesPromptSettings: false,
      system: messages.find(({ role }) => role === "system")?.content ?? "",
      user: messages.findLast(({ role }) => role === "user")?.content ?? "",
      temperature: textOf(params.temperature),
      maxTokens: textOf(params.max_tokens),
      seed: textOf(params.seed),
      isJson: params.response_format === "json_object",
      datasetRef: rows.dataset_ref,
      filters: rows.filters,
      sample: rows.sample,
      columnMap: columnMap ?? {},
      scorers: scorers.map((scorer) =>
        scorer.kind === "json_schema" ? { ...scorer, schemaText: JSON.stringify(scorer.schema, null, 2) } : scorer,
      ),
      trials: String(trials),
      concurrency: String(limits.concurrency),
      timeoutSeconds: String(limits.timeout_s),
      retries: String(limits.retries),
      maxErrorPercent: textOf(limits.max_error_percent),
      maxCostUsd: textOf(limits.max_cost_usd),
    },
  };
}

/** Messages that the form has no fields for: saving would leave them out. */
export function hiddenMessages(settings: CheckpointEvaluationSettings | null): number {
  const messages = settings?.messages ?? [];
  const shown =
    Number(messages.some(({ role }) => role === "system")) + Number(messages.some(({ role }) => role === "user"));
  return Math.max(0, messages.length - shown);
}

/** The score that decides: the chosen one while a scorer gives it, else the first. */
export function chosenScore({ draft, score }: CheckpointForm): ScoreChoice | null {
  const choices = scoreChoices(draft.scorers);
  return choices.find(({ value }) => value === score) ?? choices[0] ?? null;
}

/** True for a whole number that says which checkpoints are evaluated. */
export const isEveryValid = ({ every }: Pick<CheckpointForm, "every">): boolean => /^\s*[1-9]\d{0,2}\s*$/.test(every);

/** Returns what the evaluation of one checkpoint runs, for its estimate; null while a part is missing. */
export function evaluationOf(form: CheckpointForm): EvaluationSettingsInput | null {
  const settings = settingsOf(form.draft);
  return settings === null
    ? null
    : {
        ...settings,
        models: settings.models.map((one) => ({ ...one, params: { ...form.otherParams, ...one.params } })),
      };
}

/** Returns the settings that are stored; null while a part is missing or cannot be. */
export function checkpointSettingsOf(form: CheckpointForm): CheckpointEvaluationSettingsInput | null {
  const settings = evaluationOf(form);
  const score = chosenScore(form);
  const [model] = settings?.models ?? [];
  if (settings === null || score === null || model === undefined || !isEveryValid(form)) return null;
  const { name, rows, column_map, scorers, trials, limits } = settings;
  const { messages, prompt_ref, params } = model;
  return {
    is_on: form.isOn,
    every: Number(form.every),
    score: score.value,
    direction: form.direction,
    name,
    ...(messages === undefined ? {} : { messages }),
    ...(prompt_ref === undefined ? {} : { prompt_ref }),
    ...(params === undefined ? {} : { params }),
    rows,
    column_map,
    scorers,
    ...(trials === undefined ? {} : { trials }),
    ...(limits === undefined ? {} : { limits }),
  };
}
