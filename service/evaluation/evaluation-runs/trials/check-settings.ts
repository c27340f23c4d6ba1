import { unknownColumnMessage } from "@/lib/api/contract/evaluation-runs/column-map";
import type { EvaluatedModel, EvaluationSettings } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import { readStoredPrompt } from "@/lib/api/contract/objects/stored-prompt";
import { errorMessage } from "@/lib/guard/error-message";
import { isJsonObject } from "@/lib/guard/json-object";
import { unknownModelMessage } from "@/service/completion/unknown-model-message";
import { namedColumns } from "@/service/evaluation/evaluation-runs/scorers/mapped-columns";
import { TemplateError, templateNames } from "@/service/evaluation/evaluation-runs/scorers/prompt-template";
import { scorerProblems } from "@/service/evaluation/evaluation-runs/scorers/scorer-problems";
import type { PromptMessage } from "@/service/evaluation/evaluation-runs/stored/publish-evaluation";
import type { Identity } from "@/service/kernel/access/identity";
import { parseRef } from "@/service/kernel/json/refs";
import type { ProviderDirectory } from "@/service/kernel/providers/provider-directory";
import { type RefStores, readRefs } from "@/service/traces/values/ref-values";
import { type RunRows, settingsError } from "./run-rows";

/** Returns the messages of a prompt object: of a StringPrompt one of the user, of the other classes their own. */
function messagesIn(value: unknown): readonly PromptMessage[] | null {
  if (!isJsonObject(value)) return null;
  if (typeof value.content === "string") return [{ role: "user", content: value.content }];
  const listed = readStoredPrompt(value)?.messages ?? [];
  const messages = Array.isArray(value.messages) ? value.messages.filter(isJsonObject) : listed;
  if (messages.length === 0 || (Array.isArray(value.messages) && messages.length !== value.messages.length))
    return null;
  if (!messages.every(({ role, content }) => typeof role === "string" && typeof content === "string")) return null;
  return messages.map(({ role, content }) => ({ role: String(role), content: String(content) }));
}

/** Reads the messages of each model's prompt. @throws ValidationError naming the model */
export async function readPrompts(
  stores: RefStores,
  projectId: string,
  models: readonly EvaluatedModel[],
  signal: AbortSignal,
): Promise<(readonly PromptMessage[])[]> {
  const prompts: (readonly PromptMessage[])[] = [];
  for (const [index, { messages, prompt_ref: ref }] of models.entries()) {
    if (!ref) {
      prompts.push(messages);
      continue;
    }
    const at = ["models", index, "prompt_ref"];
    if (parseRef(ref)?.project !== projectId) throw settingsError(at, "The prompt is in another project");
    const [text] = await readRefs(stores, [ref], signal);
    const read = text ? messagesIn(JSON.parse(text)) : null;
    if (read === null) throw settingsError(at, "This object is not a prompt with text messages, or was deleted");
    prompts.push(read);
  }
  return prompts;
}

/** Returns why a model cannot be used, or null. */
function modelProblem(name: string, providers: ProviderDirectory, identity: Identity): string | null {
  try {
    return providers.choose(name, { identity, note: () => undefined }) ? null : unknownModelMessage(name, providers);
  } catch (error) {
    return errorMessage(error);
  }
}

function checkModel(name: string, at: readonly (string | number)[], providers: ProviderDirectory, identity: Identity) {
  const problem = modelProblem(name, providers, identity);
  if (problem !== null) throw settingsError(at, problem);
}

/**
 * Checks what the contract's schema cannot: that models have a provider, and that prompts and scorers use columns of
 * the rows.
 *
 * @throws ValidationError naming the member
 */
export function checkSettings(
  { models, scorers, column_map: map }: Pick<EvaluationSettings, "models" | "scorers" | "column_map">,
  { rows, columns: stored }: RunRows,
  prompts: readonly (readonly PromptMessage[])[],
  { providers, identity }: { readonly providers: ProviderDirectory; readonly identity: Identity },
): void {
  if (rows.length === 0) throw settingsError(["rows"], "No row matches");
  for (const [name, column] of Object.entries(map ?? {})) {
    if (stored.has(name)) throw settingsError(["column_map", name], `The table has a column ${name} already`);
    if (!stored.has(column)) throw settingsError(["column_map", name], unknownColumnMessage(column));
  }
  const columns = namedColumns(stored, map ?? {});
  for (const [index, { model }] of models.entries()) {
    checkModel(model, ["models", index, "model"], providers, identity);
    for (const [at, { content }] of (prompts[index] ?? []).entries()) {
      const place = ["models", index, "messages", at, "content"];
      try {
        const missing = templateNames(content).find((name) => !columns.has(name));
        if (missing !== undefined) throw settingsError(place, unknownColumnMessage(missing));
      } catch (error) {
        if (error instanceof TemplateError) throw settingsError(place, error.message);
        throw error;
      }
    }
  }
  for (const [index, scorer] of scorers.entries()) {
    const [problem] = scorerProblems(scorer, columns);
    if (problem) throw settingsError(["scorers", index, problem.member], problem.message);
    if (scorer.kind === "judge" || scorer.kind === "pairwise")
      checkModel(scorer.model, ["scorers", index, "model"], providers, identity);
  }
}
