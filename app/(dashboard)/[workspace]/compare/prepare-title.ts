import type { Compared } from "@/app/(dashboard)/[workspace]/compare/sides/read-compared-ids";
import { countOf } from "@/lib/format/count";

/** What stands in the head: how many of what. */
export function titleOf({ kind, sources }: Compared): string {
  if (sources.length === 0) return "Compare";
  return `Compare ${countOf(sources.length, kind === "threads" ? "thread" : "trace")}`;
}
