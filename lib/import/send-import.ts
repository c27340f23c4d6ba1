import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { errorMessage } from "@/lib/guard/error-message";
import { isMembers } from "@/lib/json/value/members";
import { noObjects, ObjectSender, type ObjectsSummary } from "./objects/object-sender";
import type { ObjectService } from "./objects/object-service";
import { type SourceRecordCount, SourceRecordList } from "./source-records";
import type { FilePosition } from "./values/file-value";
import type {
  CallPartRequest,
  ImportCounts,
  ImportedFeedback,
  ImportedSpans,
  ImportItem,
  SkippedItem,
} from "./values/import-item";
import { addImportCounts, noCounts } from "./values/import-item";
import { type LeftOut, LeftOutList } from "./values/left-out";

/** A service, with any transport for its requests: the relay in a browser, HTTP in the command. */
export interface ImportService {
  /** Rejects when the service refuses or cannot be reached. Sending a body twice must be harmless. */
  upsertBatch(body: { readonly batch: readonly CallPartRequest[] }): Promise<void>;
  /** Stores spans as calls. Returns how many were refused, and why. */
  exportSpans(spans: readonly ImportedSpans[]): Promise<RefusedSpans>;
  /** Returns the keys of the feedback of this type that these refs already have. See {@link feedbackKey}. */
  feedbackPresent(refs: readonly string[], feedbackType: string): Promise<ReadonlySet<string>>;
  /** Stores some feedback, a hundred records at most. */
  createFeedback(batch: readonly ImportedFeedback[]): Promise<void>;
  /** Prompts and datasets. */
  readonly objects: ObjectService;
  /** Returns whether a rejection means that the service has no such operation, not that the operation failed. */
  isUnsupported(error: unknown): boolean;
}

/** Spans that a service did not store. */
interface RefusedSpans {
  readonly count: number;
  readonly reason: string;
}

export interface ImportProgress extends ImportCounts {
  /** Values of the file that were read, including skipped ones; all before this one are stored. */
  readonly items: number;
  readonly feedback: number;
  readonly skipped: number;
}

/** Returns the number of records that are stored: calls, feedback, versions and rows. */
export function recordsIn({ calls, feedback, promptVersions = 0, rows = 0 }: ImportProgress): number {
  return calls + feedback + promptVersions + rows;
}

export interface ImportSummary extends ImportProgress {
  /** The first hundred. */
  readonly skippedItems: readonly SkippedItem[];
  /** Parts of the values that are not stored, by reason. */
  readonly leftOut: readonly LeftOut[];
  /** The records of another tool's export. */
  readonly sourceRecords: readonly SourceRecordCount[];
  /** What became of prompts and datasets. */
  readonly objects: ObjectsSummary;
  /** The number of conversations per reward. */
  readonly rewards: ReadonlyMap<number, number>;
  /** The service stores no feedback: rewards are only in the attributes. */
  readonly isFeedbackUnsupported: boolean;
}

export interface SendOptions {
  /** Values to skip: the stored count of an earlier progress or failure. */
  readonly skipItems?: number;
  readonly onProgress?: (progress: ImportProgress) => void;
  readonly signal?: AbortSignal;
  /** The largest body; a page sends small ones, since writing one takes time. */
  readonly batchBytes?: number;
}

/**
 * Distinguishes feedback of one type. A call may have several scores of the same name from another tool, which have ids
 * there; any other feedback of a type occurs once on a call.
 */
export function feedbackKey({ weave_ref, payload }: Pick<ImportedFeedback, "weave_ref" | "payload">): string {
  const id = isMembers(payload.source) ? payload.source.id : undefined;
  return typeof id === "string" ? `${weave_ref} ${id}` : weave_ref;
}

/** Sending stopped; everything before `items` is stored, and the import can continue from there. */
export class ImportStoppedError extends Error {
  override readonly name = "ImportStopped";

  constructor(
    readonly progress: ImportProgress,
    cause: unknown,
  ) {
    super(errorMessage(cause), { cause });
  }
}

/** Services accept 32 MiB; a quarter of it leaves room for services that accept less, and shows progress. */
export const BATCH_BYTES = 8 * 1024 * 1024;

/** Maximum number of parts in a batch, for any size of part. */
const BATCH_PARTS = 2_000;

/** A file of scores has no calls by which a batch could fill. */
const FEEDBACK_HELD = 500;

/** Rows and prompts fill no batch either. */
const OBJECTS_UNREPORTED = 1_000;

/** Records of feedback in one request. */
const FEEDBACK_PER_BATCH = 100;

const OBJECTS_UNSUPPORTED = "The service stores no prompts and datasets from here on.";

const ENVELOPE_BYTES = '{"batch":[]}'.length;
const MAX_SKIPPED_ITEMS = 100;

const encoder = new TextEncoder();

class Sender {
  readonly #service: ImportService;
  readonly #options: SendOptions;
  readonly #batchBytes: number;
  readonly #skippedItems: SkippedItem[] = [];
  readonly #leftOut = new LeftOutList();
  readonly #sourceRecords = new SourceRecordList();
  readonly #rewards = new Map<number, number>();
  readonly #objects: ObjectSender;
  #objectsSummary = noObjects;
  #areObjectsUnsupported = false;
  #isFeedbackUnsupported = false;
  /** Stored values. */
  #stored: ImportProgress;
  /** Values that were read, and are stored with the next batch. */
  #read: ImportProgress;
  #parts: CallPartRequest[] = [];
  #spans: ImportedSpans[] = [];
  #spansFrom = "";
  #feedback: ImportedFeedback[] = [];
  #bytes = ENVELOPE_BYTES;

  constructor(service: ImportService, options: SendOptions) {
    this.#service = service;
    this.#options = options;
    this.#batchBytes = options.batchBytes ?? BATCH_BYTES;
    this.#stored = { ...noCounts, items: 0, feedback: 0, skipped: 0 };
    this.#read = this.#stored;
    this.#objects = new ObjectSender(service.objects, {
      maxBytes: this.#batchBytes / 2,
      isUnsupported: service.isUnsupported,
      onLoss: (reason, count) => this.#leftOut.add(reason, "the whole file", count),
    });
  }

  async send(items: AsyncIterable<ImportItem | SkippedItem>): Promise<ImportSummary> {
    const { skipItems = 0, signal } = this.#options;
    try {
      for await (const item of items) {
        signal?.throwIfAborted();
        this.#read = { ...this.#read, items: this.#read.items + 1 };
        // Objects are made of many values, so those before the place of a stop are read again.
        if (item.kind === "item" && item.objects) await this.#hold(item);
        if (this.#read.items <= skipItems) this.#stored = this.#read;
        else if (item.kind === "skipped") this.#skip(item);
        else await this.#add(item);
      }
      // Before the last values count as stored: an import that stops here continues in front of them.
      await this.#sendObjects();
      await this.#flush();
    } catch (error) {
      throw new ImportStoppedError(this.#stored, error);
    }
    return {
      ...this.#stored,
      skippedItems: this.#skippedItems,
      leftOut: this.#leftOut.all,
      sourceRecords: this.#sourceRecords.all,
      objects: this.#objectsSummary,
      rewards: this.#rewards,
      isFeedbackUnsupported: this.#isFeedbackUnsupported,
    };
  }

  async #hold({ objects = [], filePosition }: ImportItem): Promise<void> {
    for (const object of objects) {
      await this.#whereSupported(filePosition, async () => await this.#objects.add(object));
    }
  }

  async #sendObjects(): Promise<void> {
    await this.#whereSupported("the whole file", async () => {
      this.#objectsSummary = await this.#objects.finish();
    });
  }

  async #whereSupported(filePosition: FilePosition, send: () => Promise<void>): Promise<void> {
    if (this.#areObjectsUnsupported) return;
    try {
      await send();
    } catch (error) {
      if (!this.#service.isUnsupported(error)) throw error;
      this.#areObjectsUnsupported = true;
      this.#leftOut.add(OBJECTS_UNSUPPORTED, filePosition);
    }
  }

  #skip(item: SkippedItem): void {
    this.#read = { ...this.#read, skipped: this.#read.skipped + 1 };
    if (this.#skippedItems.length < MAX_SKIPPED_ITEMS) this.#skippedItems.push(item);
  }

  /** A large item may take several batches; it counts as stored with its last part. */
  async #add({
    parts,
    spans = [],
    feedback,
    objects = [],
    counts,
    reward,
    source,
    leftOut = [],
    filePosition,
  }: ImportItem): Promise<void> {
    if (source) this.#sourceRecords.add(source, leftOut.length > 0);
    for (const { reason, count, filePosition } of leftOut) this.#leftOut.add(reason, filePosition, count);
    for (const part of parts) {
      const bytes = encoder.encode(stringifyJson(part)).length + 1;
      if (this.#parts.length > 0 && (this.#bytes + bytes > this.#batchBytes || this.#parts.length >= BATCH_PARTS)) {
        await this.#sendParts();
      }
      this.#parts.push(part);
      this.#bytes += bytes;
    }
    if (this.#spans.length === 0) this.#spansFrom = filePosition;
    this.#spans.push(...spans);
    for (const group of spans) this.#bytes += encoder.encode(stringifyJson(group)).length;
    this.#feedback.push(...feedback);
    this.#read = {
      ...this.#read,
      ...addImportCounts(this.#read, counts),
      feedback: this.#read.feedback + feedback.length,
    };
    if (reward !== null) this.#rewards.set(reward, (this.#rewards.get(reward) ?? 0) + 1);
    const isFull = this.#bytes > this.#batchBytes / 2 || this.#parts.length + this.#spans.length > BATCH_PARTS / 2;
    const isLong = objects.length > 0 && this.#read.items - this.#stored.items >= OBJECTS_UNREPORTED;
    if (isFull || isLong || this.#feedback.length >= FEEDBACK_HELD) await this.#flush();
  }

  async #sendParts(): Promise<void> {
    if (this.#parts.length > 0) await this.#service.upsertBatch({ batch: this.#parts });
    this.#parts = [];
    this.#bytes = ENVELOPE_BYTES;
  }

  async #sendSpans(): Promise<void> {
    if (this.#spans.length === 0) return;
    const { count, reason } = await this.#service.exportSpans(this.#spans);
    if (count > 0) this.#leftOut.add(`The service refused spans: ${reason}`, this.#spansFrom, count);
    this.#spans = [];
    this.#bytes = ENVELOPE_BYTES;
  }

  /** Calls first: feedback names them. */
  async #flush(): Promise<void> {
    await this.#sendParts();
    await this.#sendSpans();
    if (this.#feedback.length > 0) await this.#sendFeedback();
    this.#feedback = [];
    this.#stored = { ...this.#read, feedback: this.#isFeedbackUnsupported ? 0 : this.#read.feedback };
    this.#options.onProgress?.(this.#stored);
  }

  /** Not every service keeps the id sent with feedback, so existing feedback is queried first. */
  async #sendFeedback(): Promise<void> {
    if (this.#isFeedbackUnsupported) return;
    const types = new Set(this.#feedback.map(({ feedback_type }) => feedback_type));
    try {
      for (const type of types) {
        const list = this.#feedback.filter(({ feedback_type }) => feedback_type === type);
        const present = await this.#service.feedbackPresent(
          list.map(({ weave_ref }) => weave_ref),
          type,
        );
        const missing = list.filter((feedback) => !present.has(feedbackKey(feedback)));
        for (let from = 0; from < missing.length; from += FEEDBACK_PER_BATCH) {
          const batch = missing.slice(from, from + FEEDBACK_PER_BATCH);
          await this.#service.createFeedback(batch);
        }
      }
    } catch (error) {
      if (!this.#service.isUnsupported(error)) throw error;
      this.#isFeedbackUnsupported = true;
    }
  }
}

/**
 * Sends the values of a file to a service, in batches under 8 MiB or the configured limit.
 *
 * @throws ImportStoppedError when the file cannot be read further, the service refuses, or the signal aborts; it
 * reports how many values are stored.
 */
export async function sendImport(
  items: AsyncIterable<ImportItem | SkippedItem>,
  service: ImportService,
  options: SendOptions = {},
): Promise<ImportSummary> {
  return new Sender(service, options).send(items);
}
