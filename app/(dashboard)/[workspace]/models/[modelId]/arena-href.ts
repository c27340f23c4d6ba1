import type { Checkpoint } from "@/components/training/models/use-checkpoints";

/**
 * The URL of a model's arena, with the base next to the selected checkpoints; without a selection the arena chooses.
 */
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
