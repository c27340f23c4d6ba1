import type { InputOf, OperationId, ResultOf } from "@/lib/api/contract/operations";
import type { Identity } from "@/service/access/identity";
import type { ProviderDirectory } from "@/service/completions/provider-directory";
import type { CallWriter } from "@/service/store/calls/call-writer";
import type { BatchedRowWriter } from "@/service/store/engine/batched-row-writer";
import type { Store } from "@/service/store/engine/store";
import type { BlobStore } from "@/service/store/files/blob-store";
import type { FileRecords } from "@/service/store/files/file-records";
import type { ObjectStore } from "@/service/store/objects/object-store";
import type { StoredCost } from "@/service/store/schema/schema-costs";
import type { StoredFeedback } from "@/service/store/schema/schema-feedback";
import type { TableStore } from "@/service/store/tables/table-store";
import type { ValueTexts } from "@/service/values/value-texts";
import type { RawEvents } from "./raw-events";
import type { RawJson, RawLines } from "./raw-json";
import type { RequestLog } from "./request-log";

/** What lives as long as the service and every handler may use. */
export interface Services {
  readonly store: Store;
  /** The one writer of calls. */
  readonly calls: CallWriter;
  /** The one writer of prices, and that of feedback. */
  readonly costs: BatchedRowWriter<StoredCost>;
  readonly feedback: BatchedRowWriter<StoredFeedback>;
  readonly objects: ObjectStore;
  readonly tables: TableStore;
  readonly blobs: BlobStore;
  readonly files: FileRecords;
  /** Payloads that parts are read of. */
  readonly values: ValueTexts;
  /** Where completions can go. */
  readonly providers: ProviderDirectory;
}

/** What a handler may use while it answers one request. */
export interface HandlerContext extends Services {
  readonly identity: Identity;
  /** The request body as it came. Slice values out of it where they must be kept exactly; empty for other bodies. */
  readonly bodyText: string;
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal;
  /** The origin that the client reached, for links in answers: `http://127.0.0.1:7701`. */
  readonly origin: string;
  /** What this service was asked lately. */
  readonly requests: RequestLog;
  /** Says of this request what only its handler can find out. */
  readonly note: (facts: RequestNote) => void;
}

interface RequestNote {
  /** Projects that stand where only the handler reads. */
  readonly projects?: Iterable<string>;
  /** Why a part of the request was not stored, although the answer is a success. */
  readonly reason?: string;
}

/**
 * Lines of a JSONL answer. A handler yields rows, or blocks of lines that are text already. What it throws before the
 * first line becomes an error answer; what it throws later cuts the stream, so that nobody takes it for complete.
 */
type JsonLines<Row> = AsyncIterable<Row | RawLines>;

type ResultKind<Id extends OperationId> = typeof import("@/lib/api/contract/operations")["operations"][Id]["result"];

/** A body with its media type, as an operation answers that speaks several. */
export interface MediaResponse {
  readonly type: string;
  readonly bytes: Uint8Array;
}

type HandlerResult<Id extends OperationId> =
  ResultKind<Id> extends { kind: "json" }
    ? Promise<ResultOf<Id> | RawJson | RawEvents>
    : ResultKind<Id> extends { kind: "jsonl" }
      ? JsonLines<ResultOf<Id>>
      : ResultKind<Id> extends { kind: "media" }
        ? Promise<MediaResponse>
        : Promise<ReadableStream<Uint8Array>>;

/** Answers one operation. Throws `ServiceError`s for what the client did wrong. */
export type Handler<Id extends OperationId> = (input: InputOf<Id>, context: HandlerContext) => HandlerResult<Id>;
