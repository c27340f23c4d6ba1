/** The step at the end of a model's name, after a separator: `agent:step45`, `agent-ckpt-100`. */
const STEP = /(?:^|[\s:@._/-])(?:step|checkpoint|ckpt|iteration|iter)[\s:=_-]*(\d{1,12})$/i;
const LAST_SEPARATORS = /(?<![\s:@._/-])[\s:@._/-]+$/;

/** Returns the model and step that the name of an evaluated model states; without a step it is no checkpoint. */
export function checkpointOf(modelName: string): { readonly model: string; readonly step: number | null } {
  const found = STEP.exec(modelName);
  if (found === null) return { model: modelName || "unnamed model", step: null };
  const model = modelName.slice(0, found.index).replace(LAST_SEPARATORS, "");
  return { model: model || "model", step: Number(found[1]) };
}
