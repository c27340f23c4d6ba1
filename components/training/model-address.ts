const SCHEME = "wandb-artifact:///";

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
