import type { CellResult } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/stored-arena";
import type { ArenaColumn } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/columns/prepare-arena-columns";
import { playgroundHref } from "@/lib/training/jobs/model-address";

/** The playground URL of a cell: with its request when its call was tracked, else with its model. */
export function cellHref(slug: string, column: ArenaColumn, result: CellResult | null): string {
  const callId = result?.answer.callId ?? null;
  if (callId === null) return playgroundHref(slug, [column.model]);
  return `/${slug}/playground?${new URLSearchParams({ call: callId })}`;
}
