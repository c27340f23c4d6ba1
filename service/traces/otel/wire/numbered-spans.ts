import type { SentSpan } from "@/service/traces/otel/convert-export";
import type { SpanSource } from "@/service/traces/otel/span";

/** The spans of a large request, by number. */
export interface NumberedSpans {
  readonly count: number;
  readonly sources: readonly SpanSource[];
  /** The number of a span's source. */
  readonly sourceOf: (at: number) => number;
  /** @throws ValidationFailed when the span has another shape */
  readonly span: (at: number, source: SpanSource) => SentSpan;
  readonly bytesOf: (at: number) => number;
  /** @throws WireError when a span cannot be converted though its check passes */
  readonly verify: (at: number) => void;
}
