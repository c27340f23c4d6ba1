import type { FilePreview } from "@/app/(dashboard)/[workspace]/import/preview/prepare-file-preview";
import { formatCount } from "@/lib/format/count";
import { AS_READ, type ImportMapping, NOTHING } from "@/lib/import/mapping/import-mapping";
import type { FoundField } from "@/lib/import/mapping/mapping-choices";

/** The fields of a call that a person can fill from another member of the record. */
export const MAPPED_FIELDS = [
  { field: "thread", label: "Thread", hint: "calls with one value are one thread" },
  { field: "user", label: "User", hint: "attributes.user_id" },
  { field: "tags", label: "Tags", hint: "attributes.tags" },
] as const;

/** The choices for a field: as its reader fills it, nothing, or a member of the records. */
export function fieldOptions(fields: readonly FoundField[]) {
  return [
    { value: AS_READ, label: "As read" },
    { value: NOTHING, label: "None" },
    ...fields.map(({ path, count, example }) => ({
      value: path,
      label: `${path.replace(/^attributes\./, "")} (${formatCount(count)}, ${example})`,
    })),
  ];
}

/** A score as the tool names it, and as it will be stored. */
export interface MappedScore {
  readonly name: string;
  readonly count: number;
  /** Empty for a score that is not stored. */
  readonly chosen: string;
}

/** Returns the scores of the kinds that are stored, the most frequent first. */
export function scoreNamesOf({ kinds }: FilePreview, { leftOut, scores }: ImportMapping): readonly MappedScore[] {
  const counts = new Map<string, number>();
  for (const [kind, found] of kinds) {
    if (leftOut.includes(kind)) continue;
    for (const [name, count] of found.scores) counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return [...counts]
    .map(([name, count]) => ({ name, count, chosen: scores[name] ?? name }))
    .sort((left, right) => right.count - left.count);
}
