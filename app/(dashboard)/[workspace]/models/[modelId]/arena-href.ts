import type { Checkpoint } from "@/components/training/models/use-checkpoints";

/** The arena of a model, with the base beside the checkpoints that were picked; with its own choice where none was. */
export function arenaHref(
  slug: string,
  modelId: string,
  checkpoints: readonly Pick<Checkpoint, "step">[],
  picked: ReadonlySet<number>,
): string {
  const path = `/${slug}/models/${encodeURIComponent(modelId)}/arena`;
  const columns = checkpoints.filter(({ step }, index) => picked.has(step) || (index === 0 && step === 0));
  return picked.size === 0
    ? path
    : `${path}?${new URLSearchParams(columns.map(({ step }) => ["column", String(step)]))}`;
}
