const SCHEME = "wandb-artifact:///";

/** Returns the name of a model or one of its checkpoints for chat completions. */
export function modelAddress(model: { entity: string; project: string; name: string }, step: number | null): string {
  const base = `${SCHEME}${model.entity}/${model.project}/${model.name}`;
  return step === null ? base : `${base}:step${step}`;
}

/** A model of the service itself, and its checkpoint; null step for the newest. */
export interface ModelName {
  readonly entity: string;
  readonly project: string;
  readonly name: string;
  readonly step: number | null;
}

const ADDRESS = /^wandb-artifact:\/\/\/([^/]+)\/([^/]+)\/([^/]+?)(?::step(\d{1,9}))?$/;

/** Parses a model name; null for a model of any other provider. */
export function readModelAddress(text: string): ModelName | null {
  const [, entity, project, name, step] = ADDRESS.exec(text) ?? [];
  if (entity === undefined || project === undefined || name === undefined) return null;
  return { entity, project, name, step: step === undefined ? null : Number(step) };
}

/** Returns the name of a model for a heading: `router step 12` or `router base` for a checkpoint, else its own name. */
export function modelTitle(text: string): string {
  const model = readModelAddress(text);
  if (model === null) return text;
  const { name, step } = model;
  return `${name} ${step === null ? "newest" : step === 0 ? "base" : `step ${step}`}`;
}

/** Returns the playground address that compares models: one column for each. */
export function playgroundHref(workspaceSlug: string, models: readonly string[]): string {
  const search = new URLSearchParams(models.map((model) => ["model", model]));
  return `/${workspaceSlug}/playground?${search}`;
}
