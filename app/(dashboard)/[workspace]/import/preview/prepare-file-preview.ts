import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { opLabel } from "@/lib/calls/call-facts";
import { type Preview, previewOf } from "@/lib/calls/value-preview";
import { countOf } from "@/lib/format/count";
import { parseTime } from "@/lib/format/time";
import type { ImportMapping } from "@/lib/import/mapping/import-mapping";
import { type FoundField, type KindCounts, MappingChoices } from "@/lib/import/mapping/mapping-choices";
import { type SourceRecordCount, SourceRecordList } from "@/lib/import/source-records";
import type { ImportCounts, ImportItem, SkippedItem, StartRequest } from "@/lib/import/values/import-item";
import { addImportCounts, noCounts } from "@/lib/import/values/import-item";
import { type LeftOut, LeftOutList } from "@/lib/import/values/left-out";

/** One of the first values of a file, as it will be stored. */
export interface PreviewRow {
  readonly place: string;
  readonly what: "conversation" | "call";
  /** The thread of a conversation, the op of a call. */
  readonly name: string;
  readonly text: Preview | null;
  readonly callCount: number;
  readonly reward: number | null;
}

/** The contents of a file. */
export interface FilePreview {
  /** All values, including those that cannot be read. */
  readonly valueCount: number;
  readonly counts: ImportCounts;
  /** Exported calls, as opposed to calls created from a conversation. */
  readonly exportedCount: number;
  readonly feedbackCount: number;
  /** The number of conversations by reward. */
  readonly rewards: ReadonlyMap<number, number>;
  /** The start of the first and the last call with times of their own. */
  readonly firstMs: number | null;
  readonly lastMs: number | null;
  readonly rows: readonly PreviewRow[];
  readonly skippedCount: number;
  /** The first hundred. */
  readonly skipped: readonly SkippedItem[];
  /** The records of another tool's export. */
  readonly sourceRecords: readonly SourceRecordCount[];
  /** Readable values that are not stored, by reason. */
  readonly leftOut: readonly LeftOut[];
  /** The size of all values as they will be sent, estimated from the first ones; null without any. */
  readonly sentBytes: number | null;
  /** What a mapping can choose from, for exports of other tools. */
  readonly fields: readonly FoundField[];
  readonly kinds: ReadonlyMap<string, KindCounts>;
}

const ROWS_SHOWN = 8;
const SKIPPED_SHOWN = 100;

/** Values whose size is measured. */
const MEASURED = 500;
const MEASURED_CHARACTERS = 4_000_000;

function startOf({ parts }: ImportItem): StartRequest | undefined {
  const [first] = parts;
  return first?.mode === "start" ? first.req.start : undefined;
}

/** The first span of an item that has no calls yet. */
function spanOf({ spans = [] }: ImportItem) {
  return spans[0]?.scopeSpans?.[0]?.spans?.[0];
}

function rowOf(item: ImportItem): PreviewRow {
  const start = startOf(item);
  const isConversation = item.counts.conversations > 0;
  return {
    place: item.filePosition,
    what: isConversation ? "conversation" : "call",
    name: (isConversation ? start?.thread_id : opLabel(start?.op_name ?? spanOf(item)?.name ?? "")) ?? "",
    text: previewOf(start?.inputs, "input"),
    callCount: item.counts.calls,
    reward: item.reward,
  };
}

/** Collects the contents of a file, value by value: it keeps totals and the first rows, never the values. */
export class PreviewCollector {
  #valueCount = 0;
  #counts = noCounts;
  #exportedCount = 0;
  #feedbackCount = 0;
  readonly #rewards = new Map<number, number>();
  #firstMs: number | null = null;
  #lastMs: number | null = null;
  readonly #rows: PreviewRow[] = [];
  #skippedCount = 0;
  readonly #skipped: SkippedItem[] = [];
  readonly #leftOut = new LeftOutList();
  readonly #sourceRecords = new SourceRecordList();
  readonly #choices = new MappingChoices();
  #measured = 0;
  #measuredCharacters = 0;

  add(item: ImportItem | SkippedItem): void {
    this.#valueCount += 1;
    if (item.kind === "skipped") {
      this.#skippedCount += 1;
      if (this.#skipped.length < SKIPPED_SHOWN) this.#skipped.push(item);
      return;
    }
    for (const { reason, count, filePosition } of item.leftOut ?? []) this.#leftOut.add(reason, filePosition, count);
    if (item.source) this.#sourceRecords.add(item.source, item.leftOut !== undefined);
    this.#counts = addImportCounts(this.#counts, item.counts);
    this.#feedbackCount += item.feedback.length;
    if (item.reward !== null) this.#rewards.set(item.reward, (this.#rewards.get(item.reward) ?? 0) + 1);
    this.#measure(item);
    this.#choices.add(item);
    if (item.counts.conversations === 0) {
      this.#exportedCount += item.counts.calls;
      const startedAt = startOf(item)?.started_at;
      const spanNanos = spanOf(item)?.startTimeUnixNano;
      const spanMs = spanNanos === undefined ? null : Math.floor(Number(spanNanos) / 1e6);
      this.#addTime(typeof startedAt === "string" ? parseTime(startedAt) : spanMs);
    }
    if (this.#rows.length < ROWS_SHOWN && item.counts.calls > 0) this.#rows.push(rowOf(item));
  }

  #measure({ parts, spans, feedback, objects }: ImportItem): void {
    if (this.#measured >= MEASURED || this.#measuredCharacters >= MEASURED_CHARACTERS) return;
    this.#measured += 1;
    for (const sent of [parts, spans ?? [], feedback, objects ?? []]) {
      if (sent.length > 0) this.#measuredCharacters += stringifyJson(sent).length;
    }
  }

  #addTime(timeMs: number | null): void {
    if (timeMs === null) return;
    this.#firstMs = Math.min(this.#firstMs ?? timeMs, timeMs);
    this.#lastMs = Math.max(this.#lastMs ?? timeMs, timeMs);
  }

  preview(): FilePreview {
    return {
      valueCount: this.#valueCount,
      counts: this.#counts,
      exportedCount: this.#exportedCount,
      feedbackCount: this.#feedbackCount,
      rewards: new Map(this.#rewards),
      firstMs: this.#firstMs,
      lastMs: this.#lastMs,
      rows: [...this.#rows],
      skippedCount: this.#skippedCount,
      skipped: [...this.#skipped],
      leftOut: this.#leftOut.all,
      sourceRecords: this.#sourceRecords.all,
      fields: this.#choices.fields,
      kinds: this.#choices.kinds,
      sentBytes:
        this.#measured === 0
          ? null
          : (this.#measuredCharacters / this.#measured) * (this.#valueCount - this.#skippedCount),
    };
  }
}

/** Returns whether a file has anything that can be stored. */
export function hasContent(preview: FilePreview): boolean {
  return recordCount(preview) > 0;
}

/** Returns a preview without what a mapping leaves out. */
export function mappedPreview(preview: FilePreview, { leftOut, scores }: ImportMapping): FilePreview {
  let [calls, promptVersions, rows, feedback] = [0, 0, 0, 0];
  for (const [kind, counts] of preview.kinds) {
    if (leftOut.includes(kind)) {
      calls += counts.calls;
      promptVersions += counts.promptVersions;
      rows += counts.rows;
      feedback += counts.feedback;
      continue;
    }
    for (const [name, count] of counts.scores) if (scores[name] === "") feedback += count;
  }
  const { counts, feedbackCount, exportedCount, sentBytes } = preview;
  const before = recordCount(preview);
  const left = (count: number | undefined, lost: number) => ((count ?? 0) > lost ? (count ?? 0) - lost : undefined);
  const [versionsLeft, rowsLeft] = [left(counts.promptVersions, promptVersions), left(counts.rows, rows)];
  const { promptVersions: _versions, rows: _rows, ...others } = counts;
  const mapped = {
    ...preview,
    feedbackCount: feedbackCount - feedback,
    exportedCount: exportedCount - calls,
    counts: {
      ...others,
      calls: counts.calls - calls,
      ...(versionsLeft === undefined ? {} : { promptVersions: versionsLeft }),
      ...(rowsLeft === undefined ? {} : { rows: rowsLeft }),
    },
  };
  // Kinds differ in size, which is known only of all together.
  return {
    ...mapped,
    sentBytes: sentBytes === null || before === 0 ? null : (sentBytes * recordCount(mapped)) / before,
  };
}

/** The number of records that an import of the file sends. */
export function recordCount({ counts, feedbackCount }: FilePreview): number {
  return counts.calls + feedbackCount + (counts.promptVersions ?? 0) + (counts.rows ?? 0);
}

/** A summary of the file: `200 conversations`, `3 conversations and 12 calls`. */
export function contentText({ counts, exportedCount, sourceRecords, feedbackCount }: FilePreview): string {
  const { sessions: sessionCount = 0 } = counts;
  const parts = [
    sessionCount > 0 ? countOf(sessionCount, "session") : null,
    counts.conversations > sessionCount ? countOf(counts.conversations - sessionCount, "conversation") : null,
    exportedCount > 0 ? countOf(exportedCount, "call") : null,
    sourceRecords.length > 0 && feedbackCount > 0 ? countOf(feedbackCount, "score") : null,
    counts.promptVersions === undefined ? null : countOf(counts.promptVersions, "prompt version"),
    counts.rows === undefined ? null : countOf(counts.rows, "row"),
  ].filter((part) => part !== null);
  const last = parts.at(-1);
  if (last === undefined) return "no data to import";
  return parts.length < 3 ? parts.join(" and ") : `${parts.slice(0, -1).join(", ")} and ${last}`;
}

const REWARDS_NAMED = 5;

/** Rewards with their counts: `84 of 1, 116 of 0`; a continuous reward has too many values to list. */
export function rewardsText(rewards: ReadonlyMap<number, number>): string {
  const values = [...rewards].sort(([left], [right]) => right - left);
  if (values.length <= REWARDS_NAMED) return values.map(([value, count]) => `${count} of ${value}`).join(", ");
  return `from ${values.at(-1)?.[0]} to ${values[0]?.[0]}`;
}
