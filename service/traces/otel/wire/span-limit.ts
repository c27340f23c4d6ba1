import { TooLargeError } from "@/service/kernel/errors/service-errors";

/** Spans of one request; see docs/adr/0095-large-requests.md. */
export const MAX_SPANS = 200_000;

export const tooManySpans = (): TooLargeError =>
  new TooLargeError(
    `Request too large: the limit is ${MAX_SPANS} spans in one request. Send them in several requests, as exporters and collectors do with a limit of their batches.`,
  );
