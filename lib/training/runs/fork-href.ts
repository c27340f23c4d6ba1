/** A checkpoint of a model, and the run whose settings are taken; without one, those of the model's newest run. */
interface ForkedStep {
  readonly modelId: string;
  readonly step: number;
  readonly runId?: string;
}

/** Returns the address of a new run that begins with a checkpoint. */
export function forkHref(slug: string, { modelId, step, runId }: ForkedStep): string {
  const names = { fork: modelId, step: String(step), ...(runId === undefined ? {} : { copy: runId }) };
  return `/${slug}/runs/new?${new URLSearchParams(names)}`;
}
