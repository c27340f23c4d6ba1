import { createHash } from "node:crypto";
import type { CheckpointEvaluationSettings } from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import type { EvaluationSettings } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import type { StoredModel } from "@/service/training/state/training-state";

/** Returns the name of a checkpoint, as requests to it have it. */
export function checkpointName(
  { entity, project, name }: Pick<StoredModel, "entity" | "project" | "name">,
  step: number,
) {
  return `wandb-artifact:///${entity}/${project}/${name}:step${step}`;
}

/** Returns what the evaluation of one checkpoint runs. */
export function runSettingsOf(settings: CheckpointEvaluationSettings, checkpoint: string): EvaluationSettings {
  const { messages, prompt_ref, params, name, rows, column_map, scorers, trials, limits } = settings;
  const models = [{ model: checkpoint, messages, prompt_ref, params }];
  return { name, models, rows, column_map, scorers, trials, limits };
}

/** Objects with their members by name, so that the order in which a client wrote them does not count. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(
    members.sort(([left], [right]) => (left < right ? -1 : 1)).map(([name, member]) => [name, ordered(member)]),
  );
}

/**
 * Returns a digest of everything that figures depend on. Limits, the name, and the score that decides can change without
 * another evaluation.
 */
export function definitionOf(settings: CheckpointEvaluationSettings): string {
  const { messages, prompt_ref, params, rows, column_map, scorers, trials } = settings;
  const text = JSON.stringify(ordered({ messages, prompt_ref, params, rows, column_map, scorers, trials }));
  return createHash("sha256").update(text).digest("base64url");
}
