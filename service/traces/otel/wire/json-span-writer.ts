import { isSnakeCase } from "@/service/traces/otel/read-export";
import { KINDS, STATUS_CODES } from "@/service/traces/otel/span";
import type { Range } from "./wire-export";
import { VALUE } from "./wire-span";
import type { TextForm, WireWriter } from "./wire-writer";

type Members = Readonly<Record<string, unknown>>;

/** Values that nest deeper are left to the general reader. */
const MAX_DEPTH = 32;

const LAST_INT64 = 2n ** 63n - 1n;
const LAST_UINT32 = 2 ** 32 - 1;
const DIGITS = /^(?:0|-?[1-9]\d{0,18})$/;
const TRACE_ID = /^[0-9a-f]{32}$/;
const SPAN_ID = /^[0-9a-f]{16}$/;

/** The fields of a span that hold texts and ids, by their names. */
const FIELDS = { traceId: 1, spanId: 2, traceState: 3, parentSpanId: 4, name: 5 } as const;

/**
 * Writes spans of OTLP's JSON form as protobuf, so that one way leads from the bytes of a span to its rows. Leaves what is
 * unusual, or may be invalid, to the general reader, which explains it: everything that is written here means the same there.
 */
export class JsonSpanWriter {
  readonly #out: WireWriter;

  constructor(out: WireWriter) {
    this.#out = out;
  }

  /**
   * @param span as `JSON.parse` returns it
   * @param form of the texts in it
   * @returns null when the general reader has to read it
   */
  write(span: unknown, form: TextForm = "utf8"): Range | null {
    this.#out.form = form;
    const start = this.#out.position;
    if (isMembers(span) && this.#span(span)) return { start, end: this.#out.position };
    this.#out.rewind(start);
    return null;
  }

  #span(span: Members): boolean {
    // Protobuf knows no difference between an empty id and none, which the reason of a refusal names.
    if (typeof span.spanId !== "string") return false;
    for (const name of Object.keys(span)) if (!this.#member(name, span[name])) return false;
    return true;
  }

  #member(name: string, value: unknown): boolean {
    if (value === null) return !isSnakeCase(name);
    switch (name) {
      case "traceId":
        return this.#id(FIELDS[name], value, TRACE_ID);
      case "spanId":
        return this.#id(FIELDS[name], value, SPAN_ID);
      case "parentSpanId":
        return value === "" || this.#id(FIELDS[name], value, SPAN_ID);
      case "traceState":
      case "name":
        return this.#text(FIELDS[name], value);
      case "kind":
        return this.#enum(6, value, KINDS, "SPAN_KIND_");
      case "startTimeUnixNano":
        return this.#time(7, value);
      case "endTimeUnixNano":
        return this.#time(8, value);
      case "attributes":
        return this.#attributes(9, value, 0);
      case "events":
        return this.#messages(11, value, (event) => this.#event(event));
      case "links":
        return this.#messages(13, value, (link) => this.#link(link));
      case "status":
        return this.#message(15, value, (status) => this.#status(status));
      case "flags":
        return this.#flags(value);
      default:
        return isIgnored(name, value);
    }
  }

  #event(event: Members): boolean {
    return every(event, (name, value) => {
      if (name === "timeUnixNano") return this.#time(1, value);
      if (name === "name") return this.#text(2, value);
      if (name === "attributes") return this.#attributes(3, value, 0);
      return isIgnored(name, value);
    });
  }

  #link(link: Members): boolean {
    return every(link, (name, value) => {
      if (name === "traceId") return this.#id(1, value, TRACE_ID);
      if (name === "spanId") return this.#id(2, value, SPAN_ID);
      if (name === "traceState") return this.#text(3, value);
      if (name === "attributes") return this.#attributes(4, value, 0);
      return isIgnored(name, value);
    });
  }

  #status(status: Members): boolean {
    return every(status, (name, value) => {
      if (name === "message") return this.#text(2, value);
      if (name === "code") return this.#enum(3, value, STATUS_CODES, "STATUS_CODE_");
      return isIgnored(name, value);
    });
  }

  /** Writes a list of KeyValue in a field. */
  #attributes(field: number, list: unknown, depth: number): boolean {
    if (!Array.isArray(list)) return false;
    for (const attribute of list as readonly unknown[]) {
      if (!isMembers(attribute) || typeof attribute.key !== "string") return false;
      const begun = this.#out.begin(field);
      for (const name of Object.keys(attribute)) {
        const value = attribute[name];
        const isWritten =
          name === "key"
            ? this.#text(1, value)
            : name === "value"
              ? this.#value(2, value, depth)
              : isIgnored(name, value);
        if (!isWritten) return false;
      }
      this.#out.end(begun);
    }
    return true;
  }

  /** Writes an AnyValue in a field. */
  #value(field: number, value: unknown, depth: number): boolean {
    if (value === null) return true;
    if (!isMembers(value) || depth > MAX_DEPTH) return false;
    const begun = this.#out.begin(field);
    let isSet = false;
    for (const name of Object.keys(value)) {
      const member = value[name];
      if (!Object.hasOwn(VALUE_FIELDS, name)) {
        if (!isIgnored(name, member)) return false;
      } else if (member !== null) {
        // Which one of several counts is decided elsewhere.
        if (isSet || !this.#valueOf(name as keyof typeof VALUE_FIELDS, member, depth)) return false;
        isSet = true;
      }
    }
    this.#out.end(begun);
    return true;
  }

  #valueOf(name: keyof typeof VALUE_FIELDS, value: unknown, depth: number): boolean {
    switch (name) {
      case "stringValue":
        return this.#text(VALUE.text, value);
      case "boolValue":
        if (typeof value !== "boolean") return false;
        this.#out.int64(VALUE.bool, Number(value));
        return true;
      case "intValue":
        return this.#integer(value);
      case "doubleValue":
        return this.#double(value);
      case "bytesValue":
        return this.#base64(value);
      case "kvlistValue":
        return this.#list(VALUE.members, value, (values) => this.#attributes(1, values, depth + 1));
      case "arrayValue":
        return this.#list(VALUE.list, value, (values) => this.#values(values, depth + 1));
    }
  }

  /** Writes the message of an ArrayValue or KeyValueList. */
  #list(field: number, value: unknown, write: (values: unknown) => boolean): boolean {
    return this.#message(field, value, (list) =>
      every(list, (name, values) => (name === "values" ? write(values) : isIgnored(name, values))),
    );
  }

  #values(values: unknown, depth: number): boolean {
    if (!Array.isArray(values)) return false;
    for (const value of values as readonly unknown[]) {
      if (!isMembers(value) || !this.#value(1, value, depth)) return false;
    }
    return true;
  }

  #integer(value: unknown): boolean {
    const digits = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value;
    if (typeof digits !== "string" || !DIGITS.test(digits)) return false;
    const number = Number(digits);
    const exact = Number.isSafeInteger(number) ? number : BigInt(digits);
    if (exact > LAST_INT64 || exact < -LAST_INT64) return false;
    this.#out.int64(VALUE.int, exact);
    return true;
  }

  #double(value: unknown): boolean {
    const number = value === "NaN" || value === "Infinity" || value === "-Infinity" ? Number(value) : value;
    // A number that is too large for a double is none.
    if (typeof number !== "number" || (number === value && !Number.isFinite(number))) return false;
    this.#out.double(VALUE.double, number);
    return true;
  }

  #base64(value: unknown): boolean {
    if (typeof value !== "string") return false;
    const bytes = Buffer.from(value, "base64");
    if (bytes.toString("base64") !== value) return false;
    this.#out.raw(VALUE.bytes, bytes);
    return true;
  }

  #text(field: number, value: unknown): boolean {
    // Half a surrogate pair has no form in UTF-8.
    if (typeof value !== "string" || !value.isWellFormed()) return false;
    this.#out.text(field, value);
    return true;
  }

  #id(field: number, value: unknown, form: RegExp): boolean {
    if (typeof value !== "string" || !form.test(value)) return false;
    this.#out.hex(field, value);
    return true;
  }

  #time(field: number, value: unknown): boolean {
    const digits = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value;
    if (typeof digits !== "string" || !DIGITS.test(digits) || digits.startsWith("-")) return false;
    this.#out.fixed64(field, BigInt(digits));
    return true;
  }

  #enum(field: number, value: unknown, names: readonly string[], prefix: string): boolean {
    const isName = typeof value === "string" && value.startsWith(prefix);
    const number = isName ? names.indexOf(value.slice(prefix.length)) : value;
    if (typeof number !== "number" || !Number.isInteger(number) || number < 0 || number >= names.length) return false;
    this.#out.int64(field, number);
    return true;
  }

  #flags(value: unknown): boolean {
    if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value > LAST_UINT32) return false;
    this.#out.fixed32(16, value);
    return true;
  }

  #messages(field: number, list: unknown, write: (message: Members) => boolean): boolean {
    if (!Array.isArray(list)) return false;
    return (list as readonly unknown[]).every((message) => this.#message(field, message, write));
  }

  #message(field: number, message: unknown, write: (message: Members) => boolean): boolean {
    if (!isMembers(message)) return false;
    const begun = this.#out.begin(field);
    if (!write(message)) return false;
    this.#out.end(begun);
    return true;
  }
}

/** The members of AnyValue. */
const VALUE_FIELDS = {
  stringValue: true,
  boolValue: true,
  intValue: true,
  doubleValue: true,
  arrayValue: true,
  kvlistValue: true,
  bytesValue: true,
} as const;

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for a member that OTLP does not know and that nothing is lost with. */
function isIgnored(name: string, value: unknown): boolean {
  return (typeof value !== "object" || value === null) && !isSnakeCase(name);
}

/** Whether all members that are set are written. */
function every(members: Members, write: (name: string, value: unknown) => boolean): boolean {
  for (const name of Object.keys(members)) {
    const value = members[name];
    if (!(value === null ? !isSnakeCase(name) : write(name, value))) return false;
  }
  return true;
}
