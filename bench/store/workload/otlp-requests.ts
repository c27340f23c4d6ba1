import { otlpTrace, RESOURCE_FIELD, SCOPE_FIELD } from "./otlp-trace";
import { varint } from "./protobuf";
import { FAILURES, TEXT_FACTORS, type TraceFacts } from "./trace-facts";
import { TraceFiller, type TraceTemplate } from "./trace-slots";

const SCOPE_SPANS = Buffer.from([2 * 8 + 2]);
const RESOURCE_SPANS = Buffer.from([1 * 8 + 2]);

/** Encodes traces as export requests of OTLP, each trace by copying bytes made beforehand and filling in what differs. */
export class OtlpRequests {
  readonly #filler: TraceFiller;
  readonly #templates: ReadonlyMap<string, TraceTemplate>;

  constructor(corpus: Buffer) {
    this.#filler = new TraceFiller(corpus);
    this.#templates = new Map(
      FAILURES.flatMap((failure) =>
        TEXT_FACTORS.map((_, size) => [`${failure} ${size}`, otlpTrace(size, failure)] as const),
      ),
    );
  }

  /** Returns the body of one request with all spans of these traces. */
  encode(traces: readonly TraceFacts[]): Buffer {
    const templates = traces.map(({ failure, size }) => this.#templates.get(`${failure} ${size}`));
    const spansLength = templates.reduce(
      (sum, template) => sum + (template?.bytes.length ?? 0),
      SCOPE_FIELD.bytes.length,
    );
    const scopeSpans = Buffer.concat([SCOPE_SPANS, varint(spansLength)]);
    const resourceLength = RESOURCE_FIELD.bytes.length + scopeSpans.length + spansLength;
    const head = [RESOURCE_SPANS, varint(resourceLength), RESOURCE_FIELD.bytes, scopeSpans, SCOPE_FIELD.bytes];
    const headLength = head.reduce((sum, bytes) => sum + bytes.length, 0);
    const body = Buffer.allocUnsafe(headLength + spansLength - SCOPE_FIELD.bytes.length);
    let at = 0;
    for (const bytes of head) at += bytes.copy(body, at);
    for (const [index, facts] of traces.entries()) {
      const template = templates[index];
      if (template) at = this.#filler.fill(body, at, template, facts);
    }
    return body;
  }
}
