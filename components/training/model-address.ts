const SCHEME = "wandb-artifact:///";

/** Whether a name of a model is the address of a trained one, which no provider knows. */
export function isCheckpointAddress(name: string): boolean {
  return name.trim().startsWith(SCHEME);
}

/** A model or one of its checkpoints as chat completions name it. */
export function modelAddress(model: { entity: string; project: string; name: string }, step: number | null): string {
  const base = `${SCHEME}${model.entity}/${model.project}/${model.name}`;
  return step === null ? base : `${base}:step${step}`;
}

/** Where models are asked side by side: one column of the playground for each. */
export function playgroundHref(workspaceSlug: string, models: readonly string[]): string {
  const search = new URLSearchParams(models.map((model) => ["model", model]));
  return `/${workspaceSlug}/playground?${search}`;
}
