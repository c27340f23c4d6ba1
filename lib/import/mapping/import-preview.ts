import {
  addImportCounts,
  type ImportCounts,
  type ImportItem,
  noCounts,
  type SkippedItem,
} from "@/lib/import/values/import-item";
import { type FoundField, type KindCounts, MappingChoices } from "./mapping-choices";

/** The preview of an import: what it would store, and the kinds, scores and members that a mapping can name. */
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
