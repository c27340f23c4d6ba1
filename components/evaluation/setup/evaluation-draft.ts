import type { EvaluationSettingsInput } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import type { ScorerInput } from "@/lib/api/contract/evaluation-runs/scorers";
import { type PromptSettings, sentParams } from "./prompt-settings";

export type ScorerKind = ScorerInput["kind"];

/** A model of the draft. */
interface DraftModel {
  readonly model: string;
  /** A version of a prompt object; null for the draft's own messages. */
  readonly promptRef: string | null;
}

/** A filter of rows, as the contract takes it. */
export type DraftFilter = NonNullable<EvaluationSettingsInput["rows"]["filters"]>[number];

type DraftSample = NonNullable<EvaluationSettingsInput["rows"]["sample"]>;

/** A scorer while it is edited: its schema is still text. */
export type DraftScorer = ScorerInput & { readonly schemaText?: string };

export interface EvaluationDraft {
  readonly name: string;
  readonly models: readonly DraftModel[];
  /** True to send the parameters that a version of a prompt has, and those below only where it has none. */
  readonly usesPromptSettings: boolean;
  readonly system: string;
  readonly user: string;
  readonly temperature: string;
  readonly maxTokens: string;
  readonly seed: string;
  readonly isJson: boolean;
  readonly datasetRef: string;
  readonly filters: readonly DraftFilter[];
  readonly sample: DraftSample;
  /** Columns that names in prompts and scorers stand for. */
  readonly columnMap: Readonly<Record<string, string>>;
  readonly scorers: readonly DraftScorer[];
  readonly trials: string;
  readonly concurrency: string;
  readonly timeoutSeconds: string;
  readonly retries: string;
  readonly maxErrorPercent: string;
  readonly maxCostUsd: string;
}

export const EMPTY_DRAFT: EvaluationDraft = {
  name: "",
  models: [],
  usesPromptSettings: true,
  system: "",
  user: "",
  temperature: "0",
  maxTokens: "",
  seed: "",
  isJson: false,
  datasetRef: "",
  filters: [],
  sample: { kind: "all" },
  columnMap: {},
  scorers: [],
  trials: "1",
  concurrency: "8",
  timeoutSeconds: "120",
  retries: "2",
  maxErrorPercent: "",
  maxCostUsd: "",
};

/** Columns that usually have the expected answer. */
const EXPECTED = ["expected", "expected_output", "answer", "target", "ground_truth", "label", "output"];

/** Guesses the column with the expected answer; the user may choose another one. */
export function likelyExpected(columns: readonly string[]): string {
  return EXPECTED.find((name) => columns.includes(name)) ?? columns.at(-1) ?? "";
}

/** Returns a name that no scorer has yet. */
function freeName(base: string, scorers: readonly DraftScorer[]): string {
  const names = new Set(scorers.map(({ name }) => name));
  let name = base;
  for (let at = 2; names.has(name); at += 1) name = `${base}_${at}`;
  return name;
}

const JUDGE_PROMPT =
  "Is the answer correct and complete? Answer yes only if both hold.\n\nQuestion: {QUESTION}\nAnswer: {output}";
const PAIR_PROMPT = "Which answer is better?\n\nQuestion: {QUESTION}\nAnswer a: {output_a}\nAnswer b: {output_b}";

/** Returns a new scorer with usual parameters. */
export function newScorer(kind: ScorerKind, draft: EvaluationDraft, columns: readonly string[]): DraftScorer {
  const name = (base: string) => freeName(base, draft.scorers);
  const expected = likelyExpected(columns);
  const question = columns.find((column) => column !== expected) ?? "question";
  const model = draft.models[0]?.model ?? "";
  switch (kind) {
    case "exact":
      return { kind, name: name("exact"), expected };
    case "contains":
      return { kind, name: name("contains"), column: expected };
    case "regex":
      return { kind, name: name("matches"), pattern: "" };
    case "json_schema":
      return { kind, name: name("valid_json"), schema: {}, schemaText: '{\n  "type": "object"\n}' };
    case "number":
      return { kind, name: name("close"), expected, absolute: 0, relative: 0.01 };
    case "judge":
      return { kind, name: name("judge"), model, prompt: JUDGE_PROMPT.replace("QUESTION", question) };
    case "pairwise":
      return {
        kind,
        name: name("better"),
        model,
        prompt: PAIR_PROMPT.replace("QUESTION", question),
        baseline_call_id: "",
      };
  }
}

const numberOf = (text: string): number | null => (text.trim() === "" ? null : Number(text));

/** The text of a schema as a value; what is not JSON stays text, which the service rejects at that field. */
function withSchema({ schemaText, ...scorer }: DraftScorer): ScorerInput {
  if (scorer.kind !== "json_schema" || schemaText === undefined) return scorer;
  return { ...scorer, schema: JSON.parse(schemaText) as Record<string, unknown> };
}

/** Returns what is wrong with the text of a scorer's schema, or null. */
export function schemaProblem({ kind, schemaText }: DraftScorer): string | null {
  if (kind !== "json_schema" || schemaText === undefined) return null;
  try {
    JSON.parse(schemaText);
    return null;
  } catch (error) {
    return error instanceof Error ? `Not JSON: ${error.message}` : "Not JSON";
  }
}

/** Returns the scorers as the contract takes them; null while a schema is not JSON. */
export function scorersOf(scorers: readonly DraftScorer[]): ScorerInput[] | null {
  return scorers.some((scorer) => schemaProblem(scorer) !== null) ? null : scorers.map(withSchema);
}

/** Returns the parts that are missing before anything can be checked: "a model", "a table". */
export function missingParts({ models, user, datasetRef, scorers }: EvaluationDraft): string[] {
  const needsPrompt = models.some(({ promptRef }) => promptRef === null);
  return [
    ...(models.length === 0 ? ["a model"] : []),
    ...(models.some(({ model }) => model === "") ? ["a model for each prompt"] : []),
    ...(needsPrompt && user.trim() === "" ? ["a prompt"] : []),
    ...(datasetRef === "" ? ["a table"] : []),
    ...(scorers.length === 0 ? ["a scorer"] : []),
  ];
}

/** Returns the parameters in the fields of a draft; null where a field is empty. */
export const fieldParams = ({ temperature, maxTokens, seed, isJson }: EvaluationDraft) => ({
  temperature: numberOf(temperature),
  max_tokens: numberOf(maxTokens),
  seed: numberOf(seed),
  response_format: isJson ? ("json_object" as const) : null,
});

const NO_PROMPTS: ReadonlyMap<string, PromptSettings> = new Map();

/**
 * Returns the settings of a draft; null while a part is missing or a schema is not JSON.
 *
 * @param prompts the settings that versions of prompts have, by ref
 */
export function settingsOf(
  draft: EvaluationDraft,
  prompts: ReadonlyMap<string, PromptSettings> = NO_PROMPTS,
): EvaluationSettingsInput | null {
  if (missingParts(draft).length > 0 || draft.scorers.some((scorer) => schemaProblem(scorer) !== null)) return null;
  const messages = [
    ...(draft.system.trim() === "" ? [] : [{ role: "system" as const, content: draft.system }]),
    { role: "user" as const, content: draft.user },
  ];
  const params = fieldParams(draft);
  return {
    name: draft.name.trim() === "" ? "evaluation" : draft.name,
    models: draft.models.map(({ model, promptRef }) => {
      if (promptRef === null) return { model, messages, params };
      const own = draft.usesPromptSettings ? prompts.get(promptRef) : undefined;
      return { model, prompt_ref: promptRef, params: own ? sentParams(own, params) : params };
    }),
    rows: { dataset_ref: draft.datasetRef, filters: [...draft.filters], sample: draft.sample },
    ...(Object.keys(draft.columnMap).length === 0 ? {} : { column_map: { ...draft.columnMap } }),
    scorers: draft.scorers.map(withSchema),
    trials: numberOf(draft.trials) ?? 1,
    limits: {
      concurrency: numberOf(draft.concurrency) ?? 8,
      timeout_s: numberOf(draft.timeoutSeconds) ?? 120,
      retries: numberOf(draft.retries) ?? 2,
      max_error_percent: numberOf(draft.maxErrorPercent),
      max_cost_usd: numberOf(draft.maxCostUsd),
    },
  };
}
