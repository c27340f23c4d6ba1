import type { CarriedRows } from "@/lib/address/carried-rows";
import type { TrainingRunSettings } from "@/lib/api/contract/training-runs/training-run-settings";
import { forkModelName, freshModelName } from "@/lib/training/runs/model-name";
import { promptsText } from "./read-prompts";
import { type RunDraft, runDraftOf } from "./run-draft";

/** A checkpoint that a new model is to begin with. */
interface ForkedCheckpoint {
  readonly modelId: string;
  readonly modelName: string;
  readonly step: number;
}

const STEP_SUFFIX = /, from step \d+$/;

/** Returns the draft of a similar run; its new model gets a name of its own. */
export function copyDraft(settings: TrainingRunSettings, nowMs: number): RunDraft {
  const draft = runDraftOf(settings);
  const isRegistered = draft.modelKind === "new" || draft.modelKind === "fork";
  return isRegistered ? { ...draft, modelName: freshModelName(draft.modelName, nowMs) } : draft;
}

/** Returns a draft that trains a copy of a checkpoint, with all else as it is. */
export function forkDraft(draft: RunDraft, { modelId, modelName, step }: ForkedCheckpoint, nowMs: number): RunDraft {
  return {
    ...draft,
    name: draft.name === "" ? "" : `${draft.name.replace(STEP_SUFFIX, "").slice(0, 100)}, from step ${step}`,
    modelKind: "fork",
    modelId,
    forkStep: String(step),
    modelName: forkModelName(modelName, step, nowMs),
  };
}

/** Returns a draft whose tasks are these rows, asked as they were. */
export function carriedDraft(draft: RunDraft, { rows, messages }: CarriedRows): RunDraft {
  return { ...draft, taskKind: "prompts", prompts: promptsText(rows), ...messages };
}
