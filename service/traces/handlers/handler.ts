import type { InputOf, OperationId, ResultOf } from "@/lib/api/contract/operations";
import type { Identity } from "@/service/kernel/access/identity";
import type { UnfinishedImports } from "@/service/kernel/access/unfinished-imports";
import type { ProviderDirectory } from "@/service/kernel/providers/provider-directory";
import type { CallWriter } from "@/service/traces/store/calls/call-writer";
import type { ServiceSigns } from "@/service/traces/store/commits/service-signs";
import type { BatchedRowWriter } from "@/service/traces/store/engine/batched-row-writer";
import type { Store } from "@/service/traces/store/engine/store";
import type { BlobStore } from "@/service/traces/store/files/blob-store";
import type { FileRecords } from "@/service/traces/store/files/file-records";
import type { ObjectStore } from "@/service/traces/store/objects/object-store";
import type { PriceWriter } from "@/service/traces/store/prices/price-writer";
import type { CallRemovals } from "@/service/traces/store/retention/call-removals";
import type { CallRollups } from "@/service/traces/store/rollups/call-rollups";
import type { StoredFeedback } from "@/service/traces/store/schema/schema-feedback";
import type { TableStore } from "@/service/traces/store/tables/table-store";
import type { ValueTexts } from "@/service/traces/values/value-texts";
import type { LiveEvents } from "./live-events";
import type { ModelLineage } from "./model-lineage";
import type { RawJson, RawLines } from "./raw-json";
import type { RequestLog } from "./request-log";
import type { SpendingGate } from "./spending-gate";

/** Services that live as long as the process and are available to every handler. */
export interface Services {
  readonly store: Store;
  /** For reads that no user asked for: none is expected after them, so that parts of calls still go to the log. */
  readonly taskStore: Store;
  /** Says that this service uses a ClickHouse server; null for the embedded engine. */
  readonly signs: ServiceSigns | null;
  /** The only writer of calls in this process. */
  readonly calls: CallWriter;
  /** Removes old calls for good. */
  readonly removals: CallRemovals;
  /** Sums of calls, from which figures of many calls are read. */
  readonly rollups: CallRollups;
  /** The only writers of prices and of feedback. */
  readonly costs: PriceWriter;
  readonly feedback: BatchedRowWriter<StoredFeedback>;
  readonly objects: ObjectStore;
  readonly tables: TableStore;
  readonly blobs: BlobStore;
  readonly files: FileRecords;
  /** Payloads that parts are read from. */
  readonly values: ValueTexts;
  /** The providers of completions. */
  readonly providers: ProviderDirectory;
  /** The projects that no request may use yet. */
  readonly imports: UnfinishedImports;
  /** What models were trained on. */
  readonly lineage: ModelLineage;
  /** What completions may cost. */
  readonly spending: SpendingGate;
}

/** The context of one request. */
export interface HandlerContext extends Services {
  readonly identity: Identity;
  /** The request body as received. Slice values out of it where they must be kept exactly; empty for other bodies. */
  readonly bodyText: string;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** A header of the request; null when it was not sent. */
  readonly header: (name: string) => string | null;
  /** The origin that the client used, for links in responses: `http://127.0.0.1:7701`. */
  readonly origin: string;
  /** The recent requests to this service. */
  readonly requests: RequestLog;
  /** Details of this request that only its handler knows. */
  readonly note: (facts: RequestNote) => void;
}

interface RequestNote {
  /** Projects named in places that only the handler reads. */
  readonly projects?: Iterable<string>;
  /** Why a part of the request was not stored, although the response is a success. */
  readonly reason?: string;
}

/**
 * Lines of a JSONL response. A handler yields rows, or blocks of lines that are already text. An error before the first
 * line becomes an error response; a later one cuts the stream, so that it cannot be taken for complete.
 */
type JsonLines<Row> = AsyncIterable<Row | RawLines>;

type ResultKind<Id extends OperationId> = typeof import("@/lib/api/contract/operations")["operations"][Id]["result"];

/** A body with its media type, for an operation that supports several. */
export interface MediaResponse {
  readonly type: string;
  readonly bytes: Uint8Array;
}

type HandlerResult<Id extends OperationId> =
  ResultKind<Id> extends { kind: "json" }
    ? Promise<ResultOf<Id> | RawJson | LiveEvents>
    : ResultKind<Id> extends { kind: "jsonl" }
      ? JsonLines<ResultOf<Id>>
      : ResultKind<Id> extends { kind: "media" }
        ? Promise<MediaResponse>
        : Promise<ReadableStream<Uint8Array>>;

/** Handles one operation. Throws `ServiceError`s for client errors. */
export type Handler<Id extends OperationId> = (input: InputOf<Id>, context: HandlerContext) => HandlerResult<Id>;
