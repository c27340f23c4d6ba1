import { countOf } from "@/lib/format/count";
import type { Compared } from "./prepare-address";

/** What stands in the head: how many of what. */
export function titleOf({ kind, sources }: Compared): string {
  if (sources.length === 0) return "Compare";
  return `Compare ${countOf(sources.length, kind === "threads" ? "thread" : "trace")}`;
}
