import { v7 as uuid7 } from "uuid";
import type { CallOperation } from "@/lib/import/import-service";
import { numberOf } from "@/lib/import/sources/source-record";
import type { CallPartRequest, ImportedFeedback, ImportedSpans } from "@/lib/import/values/import-item";
import type { LeftOut } from "@/lib/import/values/left-out";
import type { WeaveProject } from "@/lib/import/weave/weave-service";
import { feedbackOfImport, feedbackWithId, type ImportIds, ofImport, partWithId, spansWithId } from "./import-id";
import { findImport, type ImportRecord, recordName, recordValue } from "./import-record";

/** The project that an import writes to. These requests must outlive a stop, which is written down, too. */
export interface JournalTarget {
  readonly call: CallOperation;
  readonly stored: Pick<WeaveProject, "projectId" | "ask" | "isUnsupported">;
  /** Returns whether the service refused what was sent, as opposed to having failed. */
  isRefusal(error: unknown): boolean;
}

interface JournalFacts {
  /** Of an import that continues. */
  readonly id?: string | undefined;
  readonly source: string;
  readonly from: string;
  /** False for feedback that is recognized by something else than its id. */
  readonly keepsFeedbackIds: boolean;
  /** True for calls with new ids. */
  readonly renewsCallIds?: boolean;
}

/** How an import ended. */
interface ImportOutcome {
  readonly state: "stopped" | "done";
  /** The tool, where only its records say it. */
  readonly source?: string | undefined;
  /** Records that this run sent, and its duration. */
  readonly sent: number;
  readonly runMs: number;
  readonly skipped: number;
  readonly losses: readonly Pick<LeftOut, "reason" | "count">[];
}

/** Versions of objects that are stored before the record names them: those that a page which is closed forgets. */
const VERSIONS_UNSAVED = 20;

const MAX_LOSSES = 50;

// biome-ignore lint/suspicious/noExplicitAny: the bodies of five operations, of which each case knows its own
type Body = any;

/** The operations that store something, and their bodies with the id of an import. Objects are named by the record. */
const STORING: Readonly<Record<string, (body: Body, ids: ImportIds) => Body>> = {
  "call.upsertBatch": ({ batch }: { batch: readonly CallPartRequest[] }, ids) => ({
    batch: batch.map((part) => partWithId(part, ids)),
  }),
  "otel.exportTraces": ({ resourceSpans }: { resourceSpans: readonly ImportedSpans[] }, ids) => ({
    resourceSpans: resourceSpans.map((group) => spansWithId(group, ids)),
  }),
  "feedback.create": (feedback: ImportedFeedback, ids) => feedbackWithId(feedback, ids),
  "feedback.createBatch": ({ batch }: { batch: readonly ImportedFeedback[] }, ids) => ({
    batch: batch.map((feedback) => feedbackWithId(feedback, ids)),
  }),
  "obj.create": (body) => body,
};

/**
 * Writes down what one import stores, so that it can be listed and undone: calls and feedback have its id, and an object
 * of the project names it with the versions of objects. An import that stores nothing leaves no record.
 */
export class ImportJournal {
  readonly id: string;
  readonly #target: JournalTarget;
  readonly #ids: ImportIds;
  #record: ImportRecord;
  #isNew: boolean;
  /** Set by the first request that stores something. */
  #begun: Promise<void> | null = null;
  #hasRecord = false;
  #unsaved = 0;

  constructor(target: JournalTarget, facts: JournalFacts) {
    const { id, source, from, keepsFeedbackIds, renewsCallIds = false } = facts;
    this.id = id ?? uuid7();
    this.#isNew = id === undefined;
    this.#target = target;
    this.#ids = { importId: this.id, keepsFeedbackIds, renewsCallIds };
    this.#record = {
      import_id: this.id,
      state: "running",
      source,
      from,
      started_at: new Date().toISOString(),
      ended_at: null,
      sent: 0,
      run_ms: 0,
      calls: null,
      feedback: null,
      versions: [],
      skipped: 0,
      losses: [],
      undone: null,
    };
  }

  /** Returns the requests of an import, with its id in what they store. */
  wrap(call: CallOperation): CallOperation {
    return (async (operation: string, body: Body, params?: Readonly<Record<string, string>>) => {
      const send = call as (operation: string, body: Body, params?: Readonly<Record<string, string>>) => Promise<Body>;
      // Nothing can be there yet for calls whose ids are new. Feedback that is sent again keeps its own.
      if (operation === "feedback.query" && this.#ids.renewsCallIds) return { result: [] };
      const bodyOf = STORING[operation];
      if (bodyOf === undefined) return await send(operation, body, params);
      this.#begun ??= this.#begin(call);
      await this.#begun;
      const answer = await send(operation, bodyOf(body, this.#ids), params);
      if (operation === "obj.create") await this.#noteVersion(call, body.obj.object_id, answer.digest);
      return answer;
    }) as CallOperation;
  }

  /**
   * Writes down how the import ended. Null where nothing was stored, the service keeps no record, or it failed: the import
   * is stored, and its record says that it was cut off.
   */
  async end({ state, source, sent, runMs, skipped, losses }: ImportOutcome): Promise<ImportRecord | null> {
    if (!this.#hasRecord) return null;
    const { run_ms, sent: before } = this.#record;
    this.#record = {
      ...this.#record,
      ...(await this.#counts()),
      state,
      source: source ?? this.#record.source,
      ended_at: new Date().toISOString(),
      sent: before + sent,
      run_ms: run_ms + Math.round(runMs),
      skipped,
      losses: losses.slice(0, MAX_LOSSES).map(({ reason, count }) => ({ reason, count })),
    };
    // A later request continues the import.
    this.#begun = null;
    this.#isNew = false;
    try {
      await this.#save(this.#target.call);
    } catch {
      return null;
    }
    return this.#record;
  }

  /**
   * A service that takes no such object can still be imported into, without a record. Any other failure is one of the
   * import: it stops, and begins again when it continues.
   */
  async #begin(call: CallOperation): Promise<void> {
    try {
      if (!this.#isNew && !this.#hasRecord)
        this.#record = (await findImport(this.#target.stored, this.id)) ?? this.#record;
      this.#record = { ...this.#record, state: "running", ended_at: null };
      await this.#save(call);
      this.#hasRecord = true;
    } catch (error) {
      if (this.#target.stored.isUnsupported(error) || this.#target.isRefusal(error)) return;
      this.#begun = null;
      throw error;
    }
  }

  async #noteVersion(call: CallOperation, objectId: string, digest: string): Promise<void> {
    if (!this.#hasRecord) return;
    this.#record = { ...this.#record, versions: [...this.#record.versions, { object_id: objectId, digest }] };
    this.#unsaved += 1;
    if (this.#unsaved >= VERSIONS_UNSAVED) await this.#save(call);
  }

  async #save(call: CallOperation): Promise<void> {
    const { projectId: project_id } = this.#target.stored;
    const obj = { project_id, object_id: recordName(this.id), val: recordValue(this.#record) };
    await call("obj.create", { obj });
    this.#unsaved = 0;
  }

  /** Counts what has the id: calls and feedback that were there before have another or none. */
  async #counts(): Promise<Pick<ImportRecord, "calls" | "feedback">> {
    const { projectId, ask } = this.#target.stored;
    // Not every service counts by such a condition.
    const orNull = async (read: () => Promise<unknown>) => numberOf(await read().catch(() => null));
    return {
      calls: await orNull(
        async () => (await ask("calls.queryStats", { project_id: projectId, query: ofImport(this.id) })).count,
      ),
      feedback: await orNull(async () => {
        const query = feedbackOfImport(this.id);
        const { result } = await ask("feedback.query", { project_id: projectId, fields: ["count(*)"], query });
        return result[0]?.["count(*)"];
      }),
    };
  }
}
