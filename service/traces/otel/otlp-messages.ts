import type protobuf from "protobufjs/light.js";
import type {
  AnyValue,
  ExportTraceRequest,
  ExportTraceResponse,
  RawResource,
  RawScope,
  RawSpan,
} from "@/lib/api/contract/calls/otel";
import type { ExportLogsRequest } from "@/lib/api/contract/calls/otel-logs";
import { packageOnUse } from "@/service/kernel/packages/package-on-use";

const protobufPackage = packageOnUse<typeof protobuf>("protobufjs/light.js");

const repeated = (type: string, id: number) => ({ rule: "repeated", type, id });
const one = (type: string, id: number) => ({ type, id });

/**
 * The wire numbers of OTLP's trace and log messages (opentelemetry-proto 1.x, collector/…/v1 and their imports) and of
 * google.rpc.Status with its RetryInfo, limited to the fields that this service reads.
 */
const DESCRIPTORS = {
  nested: {
    ExportTraceServiceRequest: { fields: { resourceSpans: repeated("ResourceSpans", 1) } },
    ResourceSpans: { fields: { resource: one("Resource", 1), scopeSpans: repeated("ScopeSpans", 2) } },
    Resource: { fields: { attributes: repeated("KeyValue", 1) } },
    ScopeSpans: { fields: { scope: one("InstrumentationScope", 1), spans: repeated("Span", 2) } },
    InstrumentationScope: {
      fields: { name: one("string", 1), version: one("string", 2), attributes: repeated("KeyValue", 3) },
    },
    Span: {
      fields: {
        traceId: one("bytes", 1),
        spanId: one("bytes", 2),
        traceState: one("string", 3),
        parentSpanId: one("bytes", 4),
        name: one("string", 5),
        kind: one("int32", 6),
        startTimeUnixNano: one("fixed64", 7),
        endTimeUnixNano: one("fixed64", 8),
        attributes: repeated("KeyValue", 9),
        events: repeated("Event", 11),
        links: repeated("Link", 13),
        status: one("Status", 15),
        flags: one("fixed32", 16),
      },
    },
    Event: { fields: { timeUnixNano: one("fixed64", 1), name: one("string", 2), attributes: repeated("KeyValue", 3) } },
    Link: {
      fields: {
        traceId: one("bytes", 1),
        spanId: one("bytes", 2),
        traceState: one("string", 3),
        attributes: repeated("KeyValue", 4),
      },
    },
    Status: { fields: { message: one("string", 2), code: one("int32", 3) } },
    ExportLogsServiceRequest: { fields: { resourceLogs: repeated("ResourceLogs", 1) } },
    ResourceLogs: { fields: { resource: one("Resource", 1), scopeLogs: repeated("ScopeLogs", 2) } },
    ScopeLogs: { fields: { scope: one("InstrumentationScope", 1), logRecords: repeated("LogRecord", 2) } },
    LogRecord: {
      fields: {
        timeUnixNano: one("fixed64", 1),
        body: one("AnyValue", 5),
        attributes: repeated("KeyValue", 6),
        traceId: one("bytes", 9),
        spanId: one("bytes", 10),
        observedTimeUnixNano: one("fixed64", 11),
        eventName: one("string", 12),
      },
    },
    KeyValue: { fields: { key: one("string", 1), value: one("AnyValue", 2) } },
    AnyValue: {
      oneofs: {
        value: {
          oneof: ["stringValue", "boolValue", "intValue", "doubleValue", "arrayValue", "kvlistValue", "bytesValue"],
        },
      },
      fields: {
        stringValue: one("string", 1),
        boolValue: one("bool", 2),
        intValue: one("int64", 3),
        doubleValue: one("double", 4),
        arrayValue: one("ArrayValue", 5),
        kvlistValue: one("KeyValueList", 6),
        bytesValue: one("bytes", 7),
      },
    },
    ArrayValue: { fields: { values: repeated("AnyValue", 1) } },
    KeyValueList: { fields: { values: repeated("KeyValue", 1) } },
    ExportTraceServiceResponse: { fields: { partialSuccess: one("ExportTracePartialSuccess", 1) } },
    ExportTracePartialSuccess: { fields: { rejectedSpans: one("int64", 1), errorMessage: one("string", 2) } },
    RpcStatus: { fields: { code: one("int32", 1), message: one("string", 2), details: repeated("Any", 3) } },
    Any: { fields: { typeUrl: one("string", 1), value: one("bytes", 2) } },
    RetryInfo: { fields: { retryDelay: one("Duration", 1) } },
    Duration: { fields: { seconds: one("int64", 1) } },
  },
};

let types: ReadonlyMap<string, protobuf.Type> | undefined;

/** Returns the type of a message, which are all made at the first one. */
function typeOf(name: keyof typeof DESCRIPTORS.nested): protobuf.Type {
  types ??= typesByName();
  const type = types.get(name);
  if (type === undefined) throw new TypeError(`There is no message ${name}.`);
  return type;
}

function typesByName(): ReadonlyMap<string, protobuf.Type> {
  const root = protobufPackage().Root.fromJSON(DESCRIPTORS);
  return new Map(Object.keys(DESCRIPTORS.nested).map((name) => [name, root.lookupType(name)]));
}

export const PROTOBUF = "application/x-protobuf";

function hexOf(base64: string | null | undefined): string {
  return Buffer.from(base64 ?? "", "base64").toString("hex");
}

/** The library writes bytes as base64, as protobuf's JSON does; OTLP's JSON form requires ids in hexadecimal. */
function writeIdsAsHex(span: RawSpan): void {
  span.traceId = hexOf(span.traceId);
  span.spanId = hexOf(span.spanId);
  span.parentSpanId = hexOf(span.parentSpanId);
  for (const link of span.links ?? []) {
    link.traceId = hexOf(link.traceId);
    link.spanId = hexOf(link.spanId);
  }
}

/** The descriptors above declare the members of the contract's schemas, with these conversions in their types. */
const IN_JSON_FORM = { longs: String, bytes: String, json: true };

/** Decodes one message into OTLP's JSON form. Unknown fields are ignored. */
function decode(type: protobuf.Type, bytes: Uint8Array): unknown {
  return type.toObject(type.decode(bytes), IN_JSON_FORM);
}

/**
 * Decodes an ExportTraceServiceRequest into OTLP's JSON form. Unknown fields are ignored.
 *
 * @throws Error when the bytes are not such a message, or nest deeper than the library's limit of 100.
 */
export function decodeExportRequest(bytes: Uint8Array): ExportTraceRequest {
  const request = decode(typeOf("ExportTraceServiceRequest"), bytes) as ExportTraceRequest;
  for (const { scopeSpans } of request.resourceSpans ?? []) {
    for (const { spans } of scopeSpans ?? []) for (const span of spans ?? []) writeIdsAsHex(span);
  }
  return request;
}

/**
 * Decodes an ExportLogsServiceRequest into OTLP's JSON form. Unknown fields are ignored.
 *
 * @throws Error when the bytes are not such a message, or nest deeper than the library's limit of 100.
 */
export function decodeLogsRequest(bytes: Uint8Array): ExportLogsRequest {
  const request = decode(typeOf("ExportLogsServiceRequest"), bytes) as ExportLogsRequest;
  for (const { scopeLogs } of request.resourceLogs ?? []) {
    for (const record of (scopeLogs ?? []).flatMap(({ logRecords }) => logRecords ?? [])) {
      record.traceId = hexOf(record.traceId);
      record.spanId = hexOf(record.spanId);
    }
  }
  return request;
}

/** Like {@link decodeExportRequest}, for one message of a request. */
export function decodeResource(bytes: Uint8Array): RawResource {
  return decode(typeOf("Resource"), bytes) as RawResource;
}

/** Like {@link decodeExportRequest}, for one message of a request. */
export function decodeScope(bytes: Uint8Array): RawScope {
  return decode(typeOf("InstrumentationScope"), bytes) as RawScope;
}

/** Like {@link decodeExportRequest}, for one message of a request. */
export function decodeSpan(bytes: Uint8Array): RawSpan {
  const span = decode(typeOf("Span"), bytes) as RawSpan;
  writeIdsAsHex(span);
  return span;
}

/** Like {@link decodeExportRequest}, for one message of a request. */
export function decodeAnyValue(bytes: Uint8Array): AnyValue {
  return decode(typeOf("AnyValue"), bytes) as AnyValue;
}

/** Encodes a response; both spellings of its members are those of OTLP's JSON form. */
export function encodeExportResponse(response: ExportTraceResponse): Uint8Array {
  return typeOf("ExportTraceServiceResponse")
    .encode(typeOf("ExportTraceServiceResponse").fromObject(response))
    .finish();
}

/** Encodes a google.rpc.Status, which OTLP requires as the body of a failure. */
export function encodeStatus(message: string): Uint8Array {
  return typeOf("RpcStatus").encode({ message }).finish();
}

/** Decodes the message of a google.rpc.Status. @throws Error when the bytes are none. */
export function decodeStatusMessage(bytes: Uint8Array): string {
  return (typeOf("RpcStatus").decode(bytes) as unknown as { readonly message: string }).message;
}

/** Encodes the google.rpc.Status by which a gRPC client learns that, and after how many seconds, it may send again. */
export function encodeRetryStatus(code: number, message: string, seconds: number): Uint8Array {
  const value = typeOf("RetryInfo").encode({ retryDelay: { seconds } }).finish();
  const details = [{ typeUrl: "type.googleapis.com/google.rpc.RetryInfo", value }];
  return typeOf("RpcStatus").encode({ code, message, details }).finish();
}
