import type { InternedText, InternedTexts } from "./interned-texts";
import { WIRE, WireError, type WireReader } from "./wire-reader";

/** Kinds of an attribute's value, by the number of its field in OTLP's AnyValue. */
export const VALUE = {
  none: 0,
  text: 1,
  bool: 2,
  int: 3,
  double: 4,
  list: 5,
  members: 6,
  bytes: 7,
  several: -1,
} as const;

/** Encoding of the fields of AnyValue, by their number. */
const VALUE_ENCODINGS = [
  -1,
  WIRE.delimited,
  WIRE.varint,
  WIRE.varint,
  WIRE.fixed64,
  WIRE.delimited,
  WIRE.delimited,
  WIRE.delimited,
];

/** One attribute of a span: where its value is. Reused from span to span. */
export interface WireAttribute {
  key: InternedText;
  /** One of {@link VALUE}. */
  kind: number;
  /** Range of the value's text, list or bytes. */
  start: number;
  end: number;
  /** The value of a number or a boolean. */
  number: number | bigint;
  /** Range of the whole AnyValue. */
  valueStart: number;
  valueEnd: number;
}

const NO_KEY: InternedText = { text: "", bytes: Buffer.alloc(0), id: 0 };

/** The fields of one span, as ranges of the request's bytes. One object serves all spans. */
export class WireSpan {
  readonly bytes: Buffer;
  readonly #reader: WireReader;
  readonly #texts: InternedTexts;
  /** Field, start and end of each message inside. */
  readonly #inner: number[] = [];
  readonly attributes: WireAttribute[] = [];
  attributeCount = 0;
  /** False where only the general decoder can read the span: it has events or links, or keys that are long. */
  isSimple = true;
  traceId = "";
  spanId = "";
  parentSpanId = "";
  traceState = "";
  name = "";
  kind = 0;
  flags = 0;
  startNanos = 0n;
  endNanos = 0n;
  statusCode = 0;
  statusMessage = "";

  constructor(reader: WireReader, texts: InternedTexts) {
    this.bytes = reader.bytes;
    this.#reader = reader;
    this.#texts = texts;
  }

  /** Reads the span in a range of the request. */
  read(start: number, end: number): void {
    this.#clear();
    const reader = this.#reader;
    // Messages inside are read after the fields around them: the reader is at one place.
    const inner = this.#inner;
    inner.length = 0;
    reader.enter(start, end);
    while (reader.next()) {
      if (reader.encoding === WIRE.delimited) this.#readRange(inner);
      else if (reader.is(6, WIRE.varint)) this.kind = reader.uint32() | 0;
      else if (reader.is(7, WIRE.fixed64)) this.startNanos = reader.fixed64();
      else if (reader.is(8, WIRE.fixed64)) this.endNanos = reader.fixed64();
      else if (reader.is(16, WIRE.fixed32)) this.flags = reader.fixed32();
      else reader.skip();
    }
    for (let at = 0; at < inner.length; at += 3) {
      const from = inner[at + 1] ?? 0;
      const to = inner[at + 2] ?? 0;
      if (inner[at] === 9) this.#readAttribute(from, to);
      else this.#readStatus(from, to);
    }
  }

  #clear(): void {
    this.attributeCount = 0;
    this.isSimple = true;
    this.traceId = "";
    this.spanId = "";
    this.parentSpanId = "";
    this.traceState = "";
    this.name = "";
    this.kind = 0;
    this.flags = 0;
    this.startNanos = 0n;
    this.endNanos = 0n;
    this.statusCode = 0;
    this.statusMessage = "";
  }

  #readRange(inner: number[]): void {
    const reader = this.#reader;
    reader.range();
    const { field, start, end } = reader;
    if (field === 9 || field === 15) inner.push(field, start, end);
    else if (field === 1) this.traceId = this.bytes.toString("hex", start, end);
    else if (field === 2) this.spanId = this.bytes.toString("hex", start, end);
    else if (field === 4) this.parentSpanId = this.bytes.toString("hex", start, end);
    else if (field === 3) this.traceState = this.#texts.textOf(this.bytes, start, end);
    else if (field === 5) this.name = this.#texts.textOf(this.bytes, start, end);
    else if (field === 11 || field === 13) this.isSimple = false;
  }

  #readStatus(start: number, end: number): void {
    const reader = this.#reader;
    // Of two statuses the last one counts, as a whole.
    this.statusCode = 0;
    this.statusMessage = "";
    reader.enter(start, end);
    while (reader.next()) {
      if (reader.is(3, WIRE.varint)) this.statusCode = reader.uint32() | 0;
      else if (reader.is(2, WIRE.delimited)) {
        reader.range();
        this.statusMessage = this.#texts.textOf(this.bytes, reader.start, reader.end);
      } else reader.skip();
    }
  }

  #readAttribute(start: number, end: number): void {
    const reader = this.#reader;
    let key: InternedText | null = NO_KEY;
    let valueStart = 0;
    let valueEnd = 0;
    reader.enter(start, end);
    while (reader.next()) {
      if (reader.encoding !== WIRE.delimited || reader.field > 2) {
        reader.skip();
        continue;
      }
      reader.range();
      if (reader.field === 1) key = this.#texts.find(this.bytes, reader.start, reader.end);
      else {
        valueStart = reader.start;
        valueEnd = reader.end;
      }
    }
    if (!key) {
      this.isSimple = false;
      return;
    }
    const attribute = this.#add(key);
    attribute.valueStart = valueStart;
    attribute.valueEnd = valueEnd;
    readValue(reader, attribute);
  }

  #add(key: InternedText): WireAttribute {
    const present = this.attributes[this.attributeCount];
    this.attributeCount += 1;
    if (present) {
      present.key = key;
      return present;
    }
    const added = { key, kind: VALUE.none, start: 0, end: 0, number: 0, valueStart: 0, valueEnd: 0 };
    this.attributes.push(added);
    return added;
  }
}

/** A value of an attribute, or an item of a list. */
export type WireValue = Omit<WireAttribute, "key">;

/** Reads the AnyValue in `valueStart` to `valueEnd` into the other members. */
export function readValue(reader: WireReader, into: WireValue): void {
  into.kind = VALUE.none;
  reader.enter(into.valueStart, into.valueEnd);
  while (reader.next()) {
    const { field } = reader;
    if (VALUE_ENCODINGS[field] !== reader.encoding) {
      reader.skip();
      continue;
    }
    const isAlone = into.kind === VALUE.none || into.kind === field;
    readField(reader, into);
    into.kind = isAlone ? field : VALUE.several;
  }
}

function readField(reader: WireReader, into: WireValue): void {
  if (reader.encoding === WIRE.delimited) {
    reader.range();
    into.start = reader.start;
    into.end = reader.end;
  } else if (reader.encoding === WIRE.fixed64) into.number = reader.double();
  else if (reader.encoding === WIRE.varint) into.number = reader.int64();
  else throw new WireError("a value has an unknown encoding");
}
