import type { ImportItem, SkippedItem } from "@/lib/import/values/import-item";
import { isMembers, type Members } from "@/lib/json/value/members";
import { atifItems } from "./atif-records";
import { braintrustItems } from "./braintrust-records";
import { inspectItems } from "./inspect-records";
import { langfuseItems } from "./langfuse-records";
import { langsmithItems } from "./langsmith-records";
import { mlflowItems } from "./mlflow-records";
import { openaiEvalItems } from "./openai-eval-records";
import { otlpItems } from "./otlp-records";
import { phoenixItems } from "./phoenix-records";
import { type RecordContext, skippedRecord } from "./source-record";

/** Reads a record of one tool; null for any other value. */
type ReadRecord = (value: Members, context: RecordContext) => readonly (ImportItem | SkippedItem)[] | null;

const READERS: readonly ReadRecord[] = [
  langfuseItems,
  langsmithItems,
  otlpItems,
  phoenixItems,
  braintrustItems,
  mlflowItems,
  openaiEvalItems,
  atifItems,
  inspectItems,
];

/** Members under which answers of APIs have their records. */
const PAGE_MEMBERS = ["data", "runs", "traces", "events"];

/**
 * Reads a value of a file that another tool exported: one record, or a page of an API with several. Null for a value of
 * anything else.
 */
export function sourceItems(value: unknown, context: RecordContext): readonly (ImportItem | SkippedItem)[] | null {
  if (!isMembers(value)) return null;
  for (const read of READERS) {
    const items = read(value, context);
    if (items !== null) return items;
  }
  return pageItems(value, context);
}

function pageItems(value: Members, context: RecordContext): readonly (ImportItem | SkippedItem)[] | null {
  const page = PAGE_MEMBERS.map((name) => value[name]).find(Array.isArray);
  if (page === undefined || page.length === 0) return null;
  const read = page.map((record, index) => {
    const inPage = { ...context, filePosition: `${context.filePosition}, record ${index + 1}` };
    const found = isMembers(record)
      ? READERS.map((reader) => reader(record, inPage)).find((items) => items)
      : undefined;
    return { inPage, items: found ?? null };
  });
  if (read.every(({ items }) => items === null)) return null;
  return read.flatMap(({ inPage, items }) => items ?? [skippedRecord(inPage, "It is not a record of a known tool.")]);
}
