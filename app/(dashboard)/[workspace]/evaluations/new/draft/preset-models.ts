import type { EvaluationDraft } from "@/components/evaluation/setup/evaluation-draft";
import { readStoredPrompt } from "@/lib/api/contract/objects/stored-prompt";
import { objectRef } from "@/lib/object/object-ref";
import type { PresetPrompt } from "./preset-prompts";

/**
 * Returns a draft with one model for each version: the one that is stored with the version, otherwise the first of the
 * draft. Without either, the model is empty and the form asks for it.
 *
 * @param values the versions' values; undefined for one that could not be read
 */
export function withPresetPrompts(
  draft: EvaluationDraft,
  projectId: string,
  prompts: readonly PresetPrompt[],
  values: readonly unknown[],
): EvaluationDraft {
  const usual = draft.models[0]?.model ?? "";
  const models = prompts.map(({ objectId, digest }, index) => {
    const stored = readStoredPrompt(values[index])?.config.model;
    const model = typeof stored === "string" && stored !== "" ? stored : usual;
    return { model, promptRef: objectRef(projectId, { kind: "object", id: objectId }, digest) };
  });
  // An evaluation is an object too: under the prompt's own name it would become its latest version.
  const name = draft.name === "" ? `${prompts[0]?.objectId ?? "prompt"}-evaluation` : draft.name;
  return { ...draft, name, models };
}
