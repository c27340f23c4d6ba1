import { opLabel } from "@/lib/calls/call-facts";
import { textAt } from "@/lib/trace/skeleton/text-table";
import type { TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";

/** Returns the group of each op number: versions of one op count as one op. */
export function opGroups({ ops }: TraceSkeleton): Uint32Array {
  const groups = new Map<string, number>();
  return Uint32Array.from(ops.ends, (_end, number) => {
    const label = opLabel(textAt(ops, number));
    const known = groups.get(label) ?? groups.size;
    groups.set(label, known);
    return known;
  });
}
