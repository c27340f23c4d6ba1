import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import {
  type ConvertedExport,
  convertSpans,
  type SentSpans,
  spansOfRequest,
  turnsOfRequest,
} from "@/service/traces/otel/convert-export";
import { PROTOBUF } from "@/service/traces/otel/otlp-messages";
import { readJsonExport } from "@/service/traces/otel/read-export";
import type { SpanScore } from "@/service/traces/otel/span-scores";
import type { SpanTurn, TurnSpan } from "@/service/traces/otel/span-threads";
import { SpanWriter } from "@/service/traces/otel/span-writer";
import type { CallPart } from "@/service/traces/store/calls/call-parts";
import { WireExport } from "./wire-export";
import { WireError } from "./wire-reader";

export interface ExportBody {
  /** The media type: protobuf, or JSON. */
  readonly type: string;
  readonly bytes: Uint8Array;
  /** The project of spans whose resource names none. */
  readonly project: string | undefined;
  /** The entity of projects that are named by `service.name`, where that is not there either. */
  readonly serviceEntity?: string | undefined;
}

export interface ConvertedBody extends Omit<ConvertedExport, "calls"> {
  /** Converts the spans for the store; may be called once. @param turns without them, those of this request */
  readonly spans: (userId: string, turns?: ReadonlyMap<TurnSpan, SpanTurn>) => WrittenSpan[];
  /** Called when nobody reads the payloads of these spans any more, so that others take their place; may never be. */
  readonly release: () => void;
}

/** The parts of one span's call, as they are stored. */
export interface WrittenSpan {
  readonly spanId: string;
  /** The span's own, which is not that of the call where an SDK's call is above it. */
  readonly traceId: string;
  readonly parts: readonly CallPart[];
  readonly lacksMessages: boolean;
  readonly scores: readonly SpanScore[];
}

/** @throws InvalidRequestError when it fails because the bytes are not what their type says. */
export function refusing<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    const reason = error.message;
    throw new InvalidRequestError(`The body is not an OTLP ExportTraceServiceRequest in protobuf: ${reason}`);
  }
}

/**
 * Converts the body of an export request. Spans that cannot be stored are counted in the response.
 *
 * @throws InvalidRequestError when the bytes cannot be decoded, or name no project. @throws ValidationFailed when JSON
 * has another shape.
 */
export function convertBody({ type, bytes, ...named }: ExportBody): ConvertedBody {
  return refusing(() => {
    const sent = type === PROTOBUF ? new WireExport(bufferOf(bytes)).spans() : spansOfRequest(readJsonExport(bytes));
    return convertSent(sent, named);
  });
}

/** The bytes as a buffer, without a copy. */
export const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Converts some spans of a request, as {@link convertBody} converts all of them. */
export function convertSent(
  sent: Iterable<SentSpans>,
  { project, serviceEntity }: Pick<ExportBody, "project" | "serviceEntity">,
): ConvertedBody {
  return refusing(() => {
    const { calls, ...converted } = convertSpans(sent, project, serviceEntity);
    let writer: SpanWriter | null = null;
    const spans: ConvertedBody["spans"] = (userId, turns = turnsOfRequest(converted.projectBySpan.keys())) => {
      const out = new SpanWriter();
      writer = out;
      const written: WrittenSpan[] = [];
      for (const call of calls(turns)) {
        const { spanId, traceId, lacksMessages, scores } = call;
        written.push({ spanId, traceId, parts: out.write(call, userId), lacksMessages, scores });
      }
      return written;
    };
    return {
      ...converted,
      spans: (userId, turns) => refusing(() => spans(userId, turns)),
      release: () => writer?.release(),
    };
  });
}
