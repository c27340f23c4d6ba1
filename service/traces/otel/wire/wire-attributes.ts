import { LosslessNumber } from "lossless-json";
import { CompactJson } from "@/service/kernel/json/compact-json";
import { JsonBytes, type JsonPiece } from "@/service/kernel/json/json-bytes";
import type { AttributeSource, LazyTree } from "@/service/traces/otel/attribute-source";
import { emptyAttributes, isAttributes, unwrapAttributeValue } from "@/service/traces/otel/attribute-values";
import type { SpanTable } from "@/service/traces/otel/conventions/span-tables";
import { attributeAt } from "@/service/traces/otel/expand-attributes";
import type { AttributePlan, AttributePlans, Group } from "./attribute-plan";
import { GENERAL_DECODER } from "./general-decoder";
import { type InternedTexts, requireUtf8 } from "./interned-texts";
import { WireError, WireReader } from "./wire-reader";
import { readValue, VALUE, type WireAttribute, type WireSpan, type WireValue } from "./wire-span";

const QUOTE = 0x22;
const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;

/** Space for the values of a span at first. */
const VALUES_BYTES = 64 * 1024;

/** The kind of JSON that an attribute's value has. */
const SCALAR = 0;
const OBJECT = 1;
const LIST = 2;

/** The JSON of one attribute's value: a range of the values' bytes, and what was counted for it. */
interface WrittenValue {
  form: number;
  from: number;
  to: number;
  size: number;
  oddities: number;
  refs: number;
}

/** The attributes of the current span of a request, from its bytes. One object serves all spans. */
export class WireAttributes implements AttributeSource {
  readonly #span: WireSpan;
  readonly #bytes: Buffer;
  readonly #plans: AttributePlans;
  readonly #texts: InternedTexts;
  readonly #reader: WireReader;
  /** The JSON of the current span's values, each written once. */
  readonly #values = new JsonBytes(VALUES_BYTES);
  readonly #compact = new CompactJson(this.#values);
  readonly #written: WrittenValue[] = [];
  #plan: AttributePlan | null = null;
  /** Values of the current span that were built because something inside was read. */
  readonly #opened = new Map<number, unknown>();
  #isWritten = false;

  constructor(span: WireSpan, plans: AttributePlans, texts: InternedTexts) {
    this.#span = span;
    this.#bytes = span.bytes;
    this.#plans = plans;
    this.#texts = texts;
    this.#reader = new WireReader(span.bytes);
  }

  /** Continues with the attributes of the span that was read last; false when only the general code can read them. */
  begin(): boolean {
    const { attributes, attributeCount } = this.#span;
    const plan = this.#plans.planFor(attributes, attributeCount);
    this.#plan = plan;
    this.#isWritten = false;
    if (this.#opened.size > 0) this.#opened.clear();
    return plan.isUsable && !plan.quoted.some((at) => this.#isQuoted(this.#attribute(at)));
  }

  /** Writes the JSON of all values, for what is then read by `at` and `all`. */
  write(): void {
    this.#values.rewind(0);
    for (let at = 0; at < this.#span.attributeCount; at += 1) this.#writeAttribute(at);
    this.#isWritten = true;
  }

  /** @throws WireError when {@link write} would */
  verify(): void {
    for (let at = 0; at < this.#span.attributeCount; at += 1) {
      const { kind, start, end } = this.#attribute(at);
      if (kind === VALUE.text) requireUtf8(this.#bytes.subarray(start, end));
      else if (kind === VALUE.several || kind >= VALUE.list) this.tree(at);
    }
  }

  get all(): unknown {
    return this.#plan ? new WireGroup(this, this.#plan.root) : null;
  }

  at(path: string): unknown {
    const target = this.#plan?.target(path);
    switch (target?.kind) {
      case "value":
        return this.#value(target.attribute);
      case "group":
        return new WireGroup(this, target.group);
      case "inside": {
        const tree = this.#isObject(target.attribute) ? this.#open(target.attribute) : undefined;
        return isAttributes(tree) ? attributeAt(tree, target.path) : undefined;
      }
      default:
        return undefined;
    }
  }

  sent(key: string): unknown {
    const target = this.#plan?.target(key);
    return target?.kind === "value" ? this.#value(target.attribute) : undefined;
  }

  narrow(table: SpanTable): SpanTable {
    return this.#plan?.narrow(table) ?? table;
  }

  /** Writes the JSON of an attribute's value. */
  copyValue(at: number, out: JsonBytes): void {
    const written = this.#written[at];
    if (!written) return;
    out.copy(this.#values.buffer, written.from, written.to);
    out.size += written.size;
    out.oddities += written.oddities;
    out.refs += written.refs;
  }

  /** Bytes of the JSON of an attribute's value. */
  lengthOf(at: number): number {
    const written = this.#written[at];
    return written ? written.to - written.from : 0;
  }

  /** Builds the value of an attribute as the general code does. */
  tree(at: number): unknown {
    const { valueStart, valueEnd } = this.#attribute(at);
    return unwrapAttributeValue(GENERAL_DECODER.value(this.#bytes.subarray(valueStart, valueEnd)));
  }

  /** The same value for all that is read inside of it. */
  #open(at: number): unknown {
    if (!this.#opened.has(at)) this.#opened.set(at, this.tree(at));
    return this.#opened.get(at);
  }

  #attribute(at: number): WireAttribute {
    const attribute = this.#span.attributes[at];
    if (!attribute) throw new RangeError(`The span has no attribute ${at}.`);
    return attribute;
  }

  #isQuoted({ kind, start, end }: WireAttribute): boolean {
    return kind === VALUE.text && end > start && this.#bytes[start] === QUOTE;
  }

  #isObject(at: number): boolean {
    const { kind } = this.#attribute(at);
    if (kind === VALUE.members || kind === VALUE.several) return true;
    if (kind !== VALUE.text) return false;
    return this.#isWritten ? this.#written[at]?.form === OBJECT : this.#looksLikeJson(this.#attribute(at));
  }

  #looksLikeJson({ start, end }: WireValue): boolean {
    let at = start;
    while (at < end && (this.#bytes[at] ?? 0) <= 0x20) at += 1;
    return at < end && (this.#bytes[at] === OPEN_OBJECT || this.#bytes[at] === OPEN_LIST);
  }

  #value(at: number): unknown {
    const attribute = this.#attribute(at);
    const { kind, number, start, end } = attribute;
    switch (kind) {
      case VALUE.none:
        return null;
      case VALUE.bool:
        return number !== 0;
      case VALUE.int:
        return typeof number === "bigint" ? new LosslessNumber(String(number)) : number;
      case VALUE.double:
        return Number.isFinite(number) ? number : String(number);
      case VALUE.text: {
        if (!this.#looksLikeJson(attribute)) return this.#texts.textOf(this.#bytes, start, end);
        const form = this.#isWritten ? this.#written[at]?.form : SCALAR;
        if (form === OBJECT || form === LIST) return new WireJson(this, at, form === OBJECT);
        return this.tree(at);
      }
      case VALUE.list:
        return this.#isWritten ? new WireJson(this, at, false) : this.tree(at);
      default:
        return this.tree(at);
    }
  }

  #writeAttribute(at: number): void {
    const out = this.#values;
    const { position, size, oddities, refs } = out;
    const form = this.#writeValue(this.#attribute(at));
    const written = this.#written[at] ?? { form, from: 0, to: 0, size: 0, oddities: 0, refs: 0 };
    written.form = form;
    written.from = position;
    written.to = out.position;
    written.size = out.size - size;
    written.oddities = out.oddities - oddities;
    written.refs = out.refs - refs;
    this.#written[at] = written;
  }

  #writeValue(value: WireValue): number {
    const out = this.#values;
    switch (value.kind) {
      case VALUE.text:
        return this.#writeText(value);
      case VALUE.bool:
        out.scalar(value.number !== 0 ? "true" : "false");
        return SCALAR;
      case VALUE.int:
        out.scalar(String(value.number));
        return SCALAR;
      case VALUE.none:
        out.scalar("null");
        return SCALAR;
      case VALUE.double: {
        const number = Number(value.number);
        out.json(JSON.stringify(Number.isFinite(number) ? number : String(number)));
        return SCALAR;
      }
      case VALUE.list:
        this.#writeList(value);
        return LIST;
      default:
        return this.#writeTree(value);
    }
  }

  /** Text that is a JSON object or list becomes that value. */
  #writeText(value: WireValue): number {
    const { start, end } = value;
    if (this.#looksLikeJson(value)) {
      const outcome = this.#compact.write(this.#bytes, start, end);
      if (outcome === "needs-parser") return this.#writeTree(value);
      if (outcome === "written") return this.#formOfText(value);
    }
    if (!this.#values.text(this.#bytes, start, end)) throw new WireError("a text is not valid UTF-8");
    return SCALAR;
  }

  #formOfText({ start, end }: WireValue): number {
    for (let at = start; at < end; at += 1) {
      if (this.#bytes[at] === OPEN_OBJECT) return OBJECT;
      if (this.#bytes[at] === OPEN_LIST) return LIST;
    }
    return SCALAR;
  }

  #writeTree({ valueStart, valueEnd }: WireValue): number {
    const tree = unwrapAttributeValue(GENERAL_DECODER.value(this.#bytes.subarray(valueStart, valueEnd)));
    this.#values.value(tree);
    if (isAttributes(tree)) return OBJECT;
    return Array.isArray(tree) ? LIST : SCALAR;
  }

  /** A list of plain values; any other list is built first. */
  #writeList(list: WireValue): void {
    const items = this.#itemsOf(list);
    if (items.some(({ kind }) => kind === VALUE.list || kind === VALUE.members || kind === VALUE.several)) {
      this.#writeTree(list);
      return;
    }
    for (const [at, item] of items.entries()) {
      this.#values.json(at === 0 ? "[" : ",");
      this.#writeValue(item);
    }
    this.#values.json(items.length === 0 ? "[]" : "]");
  }

  #itemsOf({ start, end }: WireValue): WireValue[] {
    const reader = this.#reader;
    const items: WireValue[] = [];
    reader.enter(start, end);
    while (reader.next()) {
      if (!reader.is(1, 2)) {
        reader.skip();
        continue;
      }
      reader.range();
      items.push({ kind: VALUE.none, start: 0, end: 0, number: 0, valueStart: reader.start, valueEnd: reader.end });
    }
    for (const item of items) readValue(reader, item);
    return items;
  }
}

/** A group of attributes of the current span. */
class WireGroup implements LazyTree, JsonPiece {
  readonly #source: WireAttributes;
  readonly #group: Group;

  constructor(source: WireAttributes, group: Group) {
    this.#source = source;
    this.#group = group;
  }

  get isObject(): boolean {
    return this.#group.isObject;
  }

  /** Only the group of all attributes can be empty. */
  get isEmpty(): boolean {
    return Object.keys(this.#group.numbers ?? {}).length === 0;
  }

  tree(): unknown {
    return this.#build(this.#group.numbers);
  }

  writeTo(out: JsonBytes): void {
    for (const part of this.#group.template) {
      if (typeof part === "number") this.#source.copyValue(part, out);
      else {
        out.raw(part.bytes);
        out.size += part.size;
      }
    }
  }

  #build(numbers: unknown): unknown {
    if (typeof numbers === "number") return this.#source.tree(numbers);
    if (Array.isArray(numbers)) return numbers.map((item) => this.#build(item));
    const members = emptyAttributes();
    for (const [name, member] of Object.entries(numbers ?? {})) members[name] = this.#build(member);
    return members;
  }
}

/** An object or list that is the value of one attribute of the current span. */
class WireJson implements LazyTree, JsonPiece {
  readonly isObject: boolean;
  readonly #source: WireAttributes;
  readonly #at: number;

  constructor(source: WireAttributes, at: number, isObject: boolean) {
    this.#source = source;
    this.#at = at;
    this.isObject = isObject;
  }

  get isEmpty(): boolean {
    return this.#source.lengthOf(this.#at) === "{}".length;
  }

  tree(): unknown {
    return this.#source.tree(this.#at);
  }

  writeTo(out: JsonBytes): void {
    this.#source.copyValue(this.#at, out);
  }
}
