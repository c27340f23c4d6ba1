import type { Compared } from "@/app/(dashboard)/[workspace]/compare/sides/read-compared-ids";
import { countOf } from "@/lib/format/count";

/** Returns the title: the number of sides and their kind. */
export function titleOf({ kind, sources }: Compared): string {
  if (sources.length === 0) return "Compare";
  return `Compare ${countOf(sources.length, kind === "threads" ? "thread" : "trace")}`;
}
