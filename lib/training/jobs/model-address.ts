const SCHEME = "wandb-artifact:///";

/** A model or one of its checkpoints as chat completions name it. */
export function modelAddress(model: { entity: string; project: string; name: string }, step: number | null): string {
  const base = `${SCHEME}${model.entity}/${model.project}/${model.name}`;
  return step === null ? base : `${base}:step${step}`;
}

/** A model of the service's own, and its checkpoint; null step for whichever is the newest. */
export interface ModelName {
  readonly entity: string;
  readonly project: string;
  readonly name: string;
  readonly step: number | null;
}

const ADDRESS = /^wandb-artifact:\/\/\/([^/]+)\/([^/]+)\/([^/]+?)(?::step(\d{1,9}))?$/;

/** The model that an address names; null for a name of any other provider. */
export function readModelAddress(text: string): ModelName | null {
  const [, entity, project, name, step] = ADDRESS.exec(text) ?? [];
  if (entity === undefined || project === undefined || name === undefined) return null;
  return { entity, project, name, step: step === undefined ? null : Number(step) };
}

/** Where models are asked side by side: one column of the playground for each. */
export function playgroundHref(workspaceSlug: string, models: readonly string[]): string {
  const search = new URLSearchParams(models.map((model) => ["model", model]));
  return `/${workspaceSlug}/playground?${search}`;
}
