import { isUtf8 } from "node:buffer";
import { type RawSpan, rawSpan } from "@/lib/api/contract/calls/otel";
import type { Slice } from "@/lib/json/scan/json-slices";
import { check } from "@/service/kernel/bodies/read-body";
import type { Slices } from "@/service/kernel/concurrency/loop-turns";
import { InvalidRequestError, ValidationError } from "@/service/kernel/errors/service-errors";
import { JsonSteps } from "@/service/kernel/json/json-steps";
import { type SentSpan, sentSpan } from "@/service/traces/otel/convert-export";
import { noUtf8, parseExportText, readJsonExportText } from "@/service/traces/otel/read-export";
import { readSource, type SpanSource } from "@/service/traces/otel/span";
import { bufferOf } from "./convert-body";
import { JsonSpanWriter } from "./json-span-writer";
import type { NumberedSpans } from "./numbered-spans";
import { MAX_SPANS, tooManySpans } from "./span-limit";
import { type Range, WireExport } from "./wire-export";
import { WireWriter } from "./wire-writer";

/** Levels of a request around a span. */
const DEPTH_OF_SPANS = 6;

/**
 * A text of UTF-8 with one character for each byte. Brackets, quotes and names of JSON are the same characters in it as in
 * the decoded text. Decoding takes ten times as long.
 */
type ByteText = string;

const textOf = (bytes: ByteText): string => Buffer.from(bytes, "latin1").toString("utf8");

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** A span of a request, in its text. */
interface SpanText extends Slice {
  readonly place: readonly [resource: number, scope: number, span: number];
}

/** Spans of a request that the general reader has to read, by number. */
interface GeneralSpans {
  readonly text: ByteText;
  readonly byNumber: ReadonlyMap<number, SpanText>;
}

/**
 * Finds the spans of a request in JSON. The request is checked without them. Each of them is parsed once and written as
 * protobuf, which the rest is read from; only unusual ones are parsed and checked when they are read.
 *
 * @throws as `readJsonExport`; TooLarge when it has more spans than a request may have
 */
export async function readJsonSpans(bytes: Uint8Array, slices: Slices): Promise<NumberedSpans> {
  if (!isUtf8(bytes)) throw noUtf8();
  const isMarked = BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte);
  const text: ByteText = bufferOf(bytes).toString("latin1", isMarked ? BYTE_ORDER_MARK.length : 0);
  const { resources, rest } = await findSpans(text, slices);
  const request = readJsonExportText(rest);
  const out = new WireWriter(bytes.byteLength);
  const writer = new JsonSpanWriter(out);
  const sources: SpanSource[] = [];
  const sourceOf: number[] = [];
  const ranges: Range[] = [];
  const general = new Map<number, SpanText>();
  for (const [resource, scopes] of resources.entries()) {
    const resourceSpans = request.resourceSpans?.[resource];
    for (const [scope, found] of scopes.entries()) {
      for (const [span, slice] of found.entries()) {
        const range = written(writer, text.slice(slice.start, slice.end));
        if (range === null) general.set(ranges.length, { ...slice, place: [resource, scope, span] });
        ranges.push(range ?? slice);
        sourceOf.push(sources.length);
        if (slices.isOver) await slices.next();
      }
      sources.push(readSource(resourceSpans?.resource, resourceSpans?.scopeSpans?.[scope]?.scope));
    }
  }
  const kept = general.size === 0 ? null : { text, byNumber: general };
  return numberedSpans({ ranges, sources, sourceOf }, new WireExport(out.bytes), kept);
}

/** An escape of JSON may stand for a character that would be taken for a byte. */
const ESCAPE = "\\u";

/** Null also for what is not JSON. */
function written(writer: JsonSpanWriter, span: ByteText): Range | null {
  const isEscaped = span.includes(ESCAPE);
  try {
    return writer.write(JSON.parse(isEscaped ? textOf(span) : span), isEscaped ? "utf8" : "latin1");
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}

interface FoundRanges {
  /** Of each span: in protobuf, or in the text. */
  readonly ranges: readonly Range[];
  readonly sources: readonly SpanSource[];
  readonly sourceOf: readonly number[];
}

/** The text of a request goes with its reader, unless it is needed. */
function numberedSpans(
  { ranges, sources, sourceOf }: FoundRanges,
  wire: WireExport,
  general: GeneralSpans | null,
): NumberedSpans {
  const rangeOf = (at: number) => ranges[at] ?? { start: 0, end: 0 };
  return {
    count: ranges.length,
    sources,
    sourceOf: (at) => sourceOf[at] ?? 0,
    span: (at, source) => {
      const found = general?.byNumber.get(at);
      return found === undefined ? wire.span(rangeOf(at), source) : spanOf(general?.text ?? "", found, source);
    },
    bytesOf: (at) => rangeOf(at).end - rangeOf(at).start,
    // The writer of protobuf writes nothing that its reader refuses.
    verify: () => undefined,
  };
}

function spanOf(text: ByteText, { start, end, place }: SpanText, source: SpanSource): SentSpan {
  const value = parseExportText(textOf(text.slice(start, end)), DEPTH_OF_SPANS);
  try {
    return sentSpan(check(rawSpan, value, "body") as RawSpan, source);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const [resource, scope, span] = place.map(String);
    const around = ["resourceSpans", resource ?? "", "scopeSpans", scope ?? "", "spans", span ?? ""];
    throw new ValidationError(
      error.detail.map(({ loc: [part = "body", ...inner], ...item }) => ({
        ...item,
        loc: [part, ...around, ...inner],
      })),
    );
  }
}

interface FoundSpans {
  /** By resource, by scope. */
  readonly resources: readonly (readonly (readonly Slice[])[])[];
  /** The text of the request with no spans. */
  readonly rest: string;
}

async function findSpans(text: ByteText, slices: Slices): Promise<FoundSpans> {
  const steps = new JsonSteps(text);
  const search = new SpanSearch(steps, slices);
  try {
    const resources = await search.list("resourceSpans", () => search.list("scopeSpans", () => search.spans()));
    if (steps.position < text.length) throw new SyntaxError(`Something follows it at character ${steps.position}.`);
    return { resources, rest: textOf(search.rest()) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new InvalidRequestError(`The body is not JSON: ${error.message}`);
  }
}

/** Reads the lists that lead to spans. Of two members with one name the later one counts, as for a parser. */
class SpanSearch {
  readonly #steps: JsonSteps;
  readonly #slices: Slices;
  readonly #cuts: Slice[] = [];
  #count = 0;

  constructor(steps: JsonSteps, slices: Slices) {
    this.#steps = steps;
    this.#slices = slices;
  }

  /** Reads a list in one member of an object; nothing where something else is there. */
  async list<Item>(member: string, read: () => Promise<Item>): Promise<Item[]> {
    let items: Item[] = [];
    await this.#member(member, async () => {
      items = [];
      while (this.#steps.hasMore("[", items.length)) {
        items.push(await read());
        await this.#pause();
      }
    });
    return items;
  }

  /** Reads where the spans of a scope are. */
  async spans(): Promise<Slice[]> {
    let spans: Slice[] = [];
    await this.#member("spans", async (start) => {
      spans = [];
      while (this.#steps.hasMore("[", spans.length)) {
        this.#count += 1;
        if (this.#count > MAX_SPANS) throw tooManySpans();
        spans.push(this.#steps.skip());
        if (this.#slices.isOver) await this.#slices.next();
      }
      this.#cuts.push({ start, end: this.#steps.position });
    });
    return spans;
  }

  rest(): string {
    let from = 0;
    const texts: string[] = [];
    for (const { start, end } of this.#cuts) {
      texts.push(this.#steps.text.slice(from, start), "[]");
      from = end;
    }
    return texts.join("") + this.#steps.text.slice(from);
  }

  async #member(member: string, readList: (start: number) => Promise<void>): Promise<void> {
    const steps = this.#steps;
    if (!steps.enter("{")) {
      steps.skip();
      return;
    }
    for (let members = 0; steps.hasMore("{", members); members += 1) {
      const isMember = steps.name() === member;
      const start = steps.position;
      if (isMember && steps.enter("[")) await readList(start);
      else steps.skip();
      await this.#pause();
    }
  }

  async #pause(): Promise<void> {
    if (this.#slices.isOver) await this.#slices.next();
  }
}
