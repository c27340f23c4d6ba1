/** The name of a model that is a checkpoint: the model's own name, then the step: `agent:step45`, `agent-ckpt-100`. */
const CHECKPOINT = /^(?:(.*?)[\s:@._/-]+)?(?:step|checkpoint|ckpt|iteration|iter)[\s:=_-]*(\d{1,12})$/i;

/** Returns the model and step that the name of an evaluated model states; without a step it is no checkpoint. */
export function checkpointOf(modelName: string): { readonly model: string; readonly step: number | null } {
  const found = CHECKPOINT.exec(modelName);
  if (found === null) return { model: modelName || "unnamed model", step: null };
  return { model: found[1] || "model", step: Number(found[2]) };
}
