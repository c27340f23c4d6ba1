/** Where the call of a span is in the trace of an SDK's call. */
export interface SpanPlace {
  readonly traceId: string;
  /** The call above, if that is the SDK's; null if it is the call of the span's parent. */
  readonly parentCallId: string | null;
  /** The SDK's call in which the span or the one above it ran; null where that is not known any more. */
  readonly enclosingId: string | null;
}
