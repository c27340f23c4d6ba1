import { type CheckedSpan, checkedSpan, type SentSpan, type SentSpans } from "@/service/traces/otel/convert-export";
import { enclosingCall } from "@/service/traces/otel/enclosing-call";
import {
  type CheckedHead,
  readHead,
  readSource,
  readSpan,
  type Span,
  type SpanSource,
  spanOf,
} from "@/service/traces/otel/span";
import { threadFacts } from "@/service/traces/otel/span-threads";
import { AttributePlans } from "./attribute-plan";
import { GENERAL_DECODER } from "./general-decoder";
import { InternedTexts } from "./interned-texts";
import { WireAttributes } from "./wire-attributes";
import { WIRE, WireReader } from "./wire-reader";
import { WireSpan } from "./wire-span";

/** Where a message is in the bytes of a request. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Shared by all requests: senders repeat their keys and names. */
const texts = new InternedTexts();
const plans = new AttributePlans();

/** Reads the spans of an ExportTraceServiceRequest in protobuf, one at a time and without building their attributes. */
export class WireExport {
  readonly #bytes: Buffer;
  readonly #reader: WireReader;
  readonly #span: WireSpan;
  readonly #attributes: WireAttributes;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#reader = new WireReader(bytes);
    this.#span = new WireSpan(this.#reader, texts);
    this.#attributes = new WireAttributes(this.#span, plans, texts);
  }

  /** @throws WireError when the bytes are not such a message. */
  *spans(): Generator<SentSpans, void, void> {
    for (const resourceSpans of this.#messages({ start: 0, end: this.#bytes.length }, 1)) {
      const resource = this.#messages(resourceSpans, 1).at(-1);
      for (const scopeSpans of this.#messages(resourceSpans, 2)) {
        const scope = this.#messages(scopeSpans, 1).at(-1);
        const source = this.source(resource, scope);
        yield { source, spans: this.#messages(scopeSpans, 2).map((range) => this.span(range, source)) };
      }
    }
  }

  /** @throws WireError when one of them is no such message */
  source(resource: Range | undefined, scope: Range | undefined): SpanSource {
    return readSource(
      resource && GENERAL_DECODER.resource(this.#slice(resource)),
      scope && GENERAL_DECODER.scope(this.#slice(scope)),
    );
  }

  span(range: Range, source: SpanSource): SentSpan {
    return { name: () => this.#named(range), check: () => this.#check(range, source) };
  }

  /** @throws WireError when the attributes of a span cannot be converted, which its check does not read */
  verify(range: Range): void {
    // The check of any other span reads all of it.
    if (this.#isSimple(range)) this.#attributes.verify();
  }

  #check(range: Range, source: SpanSource): CheckedSpan {
    if (!this.#isSimple(range)) {
      return checkedSpan(readSpan(GENERAL_DECODER.span(this.#slice(range)), source));
    }
    const head = readHead(this.#span);
    const { traceId, spanId, parentId, isLocalRoot, startNanos } = head;
    const thread = threadFacts(this.#attributes);
    const startMicros = Number(startNanos / 1000n);
    const enclosing = enclosingCall(this.#attributes, source.scope.name);
    const whole = () => this.#whole(range, source, head);
    return { traceId, spanId, parentId, isLocalRoot, startMicros, thread, enclosing, whole };
  }

  #isSimple({ start, end }: Range): boolean {
    this.#span.read(start, end);
    return this.#span.isSimple && this.#attributes.begin();
  }

  #named({ start, end }: Range): WireSpan {
    this.#span.read(start, end);
    return this.#span;
  }

  #whole(range: Range, { resource, scope }: SpanSource, head: CheckedHead): Span {
    this.#isSimple(range);
    this.#attributes.write();
    return spanOf({ resource, scope, head, attributes: this.#attributes, events: [], links: [] });
  }

  #slice({ start, end }: Range): Buffer {
    return this.#bytes.subarray(start, end);
  }

  /** The ranges of all messages in one field of a message. */
  #messages({ start, end }: Range, field: number): Range[] {
    const found: Range[] = [];
    const reader = this.#reader;
    reader.enter(start, end);
    while (reader.next()) {
      if (reader.is(field, WIRE.delimited)) {
        reader.range();
        found.push({ start: reader.start, end: reader.end });
      } else reader.skip();
    }
    return found;
  }
}
