import { checkpointOf } from "./checkpoint-name";

/** The address of a ref before the name of what it names: `wandb-artifact:///entity/project/`. */
const ADDRESS = /^[a-z-]+:\/\/\/.*\//;
const DIGEST = /:[A-Za-z0-9_-]{43}$/;

/** Returns a model's name without the address and digest of a ref, and the step that it states. */
export function modelLabel(modelName: string): ReturnType<typeof checkpointOf> {
  return checkpointOf(modelName.replace(DIGEST, "").replace(ADDRESS, ""));
}

/** Returns a model's label as one text. A long name loses its middle, never its step. */
export function modelLabelText(modelName: string, maxLength: number): string {
  const { model, step } = modelLabel(modelName);
  const end = step === null ? "" : `, step ${step}`;
  const room = Math.max(maxLength - end.length, 2);
  if (model.length <= room) return model + end;
  const headLength = Math.ceil((room - 1) / 2);
  const tailLength = room - 1 - headLength;
  return `${model.slice(0, headLength)}…${model.slice(model.length - tailLength)}${end}`;
}

/** Returns the names without those of checkpoints behind another one of the same model; the best comes first. */
export function bestCheckpoints(names: readonly string[]): ReadonlySet<string> {
  const models = new Set<string>();
  return new Set(
    names.filter((name) => {
      const { model, step } = modelLabel(name);
      if (step === null) return true;
      const isFirst = !models.has(model);
      models.add(model);
      return isFirst;
    }),
  );
}
