import type { EvaluationSettingsInput } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import { readStoredPrompt } from "@/lib/api/contract/objects/stored-prompt";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { isJsonObject } from "@/lib/guard/json-object";

type Params = NonNullable<EvaluationSettingsInput["models"][number]["params"]>;

/** The model and the parameters that a version of a prompt was stored with. */
export interface PromptSettings {
  readonly model: string | null;
  readonly params: Params;
  /** Names of stored members that an evaluation does not send. */
  readonly unsent: readonly string[];
}

const NUMBERS = [
  "temperature",
  "top_p",
  "max_tokens",
  "max_completion_tokens",
  "presence_penalty",
  "frequency_penalty",
  "seed",
] as const satisfies readonly (keyof Params)[];

/** Returns the member of `params` that a stored member becomes; null where an evaluation does not send it. */
function paramOf(name: string, stored: unknown): Params | null {
  const value = plainNumber(stored);
  const number = NUMBERS.find((each) => each === name);
  if (number !== undefined) return typeof value === "number" ? { [number]: value } : null;
  if (name === "stop") {
    const texts = typeof value === "string" ? [value] : value;
    return Array.isArray(texts) && texts.every((text) => typeof text === "string") ? { stop: texts } : null;
  }
  if (name !== "response_format" || !isJsonObject(value)) return null;
  return value.type === "json_object" || value.type === "text" ? { response_format: value.type } : null;
}

/** Returns the settings of a version's value; without any where it is no prompt or has none. */
export function promptSettings(value: unknown): PromptSettings {
  const { model, ...members } = readStoredPrompt(value)?.config ?? {};
  const params: Params = {};
  const unsent: string[] = [];
  for (const [name, stored] of Object.entries(members)) {
    if (stored === null) continue;
    const param = paramOf(name, stored);
    if (param === null) unsent.push(name);
    else Object.assign(params, param);
  }
  return { model: typeof model === "string" && model !== "" ? model : null, params, unsent };
}

/** Returns the parameters that a version is sent with: its own, and those of the fields where it has none. */
export function sentParams({ params }: PromptSettings, fields: Params): Params {
  const hasLimit = params.max_tokens !== undefined || params.max_completion_tokens !== undefined;
  return { ...fields, ...(hasLimit ? { max_tokens: null } : {}), ...params };
}

const WORDS: Readonly<Record<string, string>> = {
  top_p: "top p",
  max_tokens: "max tokens",
  max_completion_tokens: "max tokens",
  presence_penalty: "presence penalty",
  frequency_penalty: "frequency penalty",
};

/** Returns parameters as text: "temperature 0.7, max tokens 256"; empty for none. */
export function paramsText(params: Params): string {
  return Object.entries(params)
    .flatMap(([name, value]) => {
      if (value === null || value === undefined) return [];
      if (name === "response_format") return value === "json_object" ? ["answer is JSON"] : [];
      return [`${WORDS[name] ?? name} ${Array.isArray(value) ? JSON.stringify(value) : value}`];
    })
    .join(", ");
}
