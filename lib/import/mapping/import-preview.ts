import {
  addImportCounts,
  type ImportCounts,
  type ImportItem,
  noCounts,
  type SkippedItem,
} from "@/lib/import/values/import-item";
import { type FoundField, type KindCounts, MappingChoices } from "./mapping-choices";

/** What an import would do, and what its mapping can choose from. */
export interface ImportPreview {
  /** Values that were read. */
  readonly values: number;
  readonly skipped: number;
  readonly counts: ImportCounts;
  readonly feedback: number;
  readonly kinds: ReadonlyMap<string, KindCounts>;
  readonly fields: readonly FoundField[];
}

/** Reads items as they are before a mapping. Stores nothing. */
export async function previewOf(items: AsyncIterable<ImportItem | SkippedItem>): Promise<ImportPreview> {
  const choices = new MappingChoices();
  let [values, skipped, feedback, counts] = [0, 0, 0, noCounts];
  for await (const item of items) {
    values += 1;
    if (item.kind === "skipped") {
      skipped += 1;
      continue;
    }
    choices.add(item);
    counts = addImportCounts(counts, item.counts);
    feedback += item.feedback.length;
  }
  return { values, skipped, counts, feedback, kinds: choices.kinds, fields: choices.fields };
}
