import { playgroundHref } from "@/components/training/model-address";
import type { CellResult } from "./kept-arena";
import type { ArenaColumn } from "./prepare-columns";

/** Where a cell goes on in the playground: with its request where its call was tracked, with its model otherwise. */
export function cellHref(slug: string, column: ArenaColumn, result: CellResult | null): string {
  const callId = result?.answer.callId ?? null;
  if (callId === null) return playgroundHref(slug, [column.model]);
  return `/${slug}/playground?${new URLSearchParams({ call: callId })}`;
}
