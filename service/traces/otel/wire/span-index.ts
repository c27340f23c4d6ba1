import type { Slices } from "@/service/kernel/concurrency/loop-turns";
import { MAX_SPANS, tooManySpans } from "./span-limit";
import type { Range } from "./wire-export";
import { WIRE, WireReader } from "./wire-reader";

/** Spans with their resources and scopes, of which each span may have its own. */
const MAX_MESSAGES = 3 * MAX_SPANS;

/** Fields between two looks at the clock. */
const FIELDS_PER_LOOK = 1_024;

/** The resource and the scope of some spans. */
interface SourceRanges {
  readonly resource: Range | undefined;
  readonly scope: Range | undefined;
}

/** Where the spans of a request are in its bytes, in order. */
class SpanIndex {
  readonly sources: SourceRanges[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #sources: number[] = [];

  get count(): number {
    return this.#starts.length;
  }

  range(at: number): Range {
    return { start: this.#starts[at] ?? 0, end: this.#ends[at] ?? 0 };
  }

  /** The number of a span's source. */
  source(at: number): number {
    return this.#sources[at] ?? 0;
  }

  /** @throws TooLarge when there are too many */
  add(start: number, end: number, source: number): void {
    if (this.count === MAX_SPANS) throw tooManySpans();
    this.#starts.push(start);
    this.#ends.push(end);
    this.#sources.push(source);
  }
}

/** Returns whether a request has at most so many spans. @throws WireError when the bytes are not such a request */
export function hasAtMost(bytes: Buffer, most: number): boolean {
  const [request, resource, scope] = readersOf(bytes);
  let left = most;
  while (request.next()) {
    if (!enterMessage(request, 1, resource)) continue;
    while (resource.next()) {
      if (!enterMessage(resource, 2, scope)) continue;
      while (scope.next()) {
        if (scope.is(2, WIRE.delimited)) left -= 1;
        scope.skip();
        if (left < 0) return false;
      }
    }
  }
  return true;
}

/**
 * Finds the spans of an ExportTraceServiceRequest.
 *
 * @throws WireError when the bytes are not such a message; TooLarge when it has more spans than a request may have
 */
export async function indexSpans(bytes: Buffer, slices: Slices): Promise<SpanIndex> {
  const index = new SpanIndex();
  const search = new MessageSearch(bytes, slices);
  const resources = await search.find({ start: 0, end: bytes.length }, 1);
  for (const resourceSpans of resources.found) {
    const { found: scopes, last: resource } = await search.find(resourceSpans, 2);
    for (const scopeSpans of scopes) {
      const { found: spans, last: scope } = await search.find(scopeSpans, 2);
      for (const [at, { start, end }] of spans.entries()) {
        if (at % FIELDS_PER_LOOK === 0 && slices.isOver) await slices.next();
        index.add(start, end, index.sources.length);
      }
      index.sources.push({ resource, scope });
    }
  }
  return index;
}

/** Finds messages in messages, in pieces. */
class MessageSearch {
  readonly #reader: WireReader;
  readonly #slices: Slices;
  #fields = 0;
  #found = 0;

  constructor(bytes: Buffer, slices: Slices) {
    this.#reader = new WireReader(bytes);
    this.#slices = slices;
  }

  /** Returns all messages in one field of a message, and the last one in field 1. */
  async find({ start, end }: Range, field: number): Promise<{ found: readonly Range[]; last: Range | undefined }> {
    const reader = this.#reader;
    const found: Range[] = [];
    let last: Range | undefined;
    reader.enter(start, end);
    while (reader.next()) {
      this.#fields += 1;
      if (this.#fields % FIELDS_PER_LOOK === 0 && this.#slices.isOver) await this.#slices.next();
      if (!reader.is(field, WIRE.delimited) && !reader.is(1, WIRE.delimited)) {
        reader.skip();
        continue;
      }
      const isFound = reader.field === field;
      reader.range();
      const range = { start: reader.start, end: reader.end };
      if (!isFound) last = range;
      else if (this.#found > MAX_MESSAGES) throw tooManySpans();
      else {
        found.push(range);
        this.#found += 1;
      }
    }
    return { found, last };
  }
}

/** One for each level of the messages, since a reader is at one place. */
function readersOf(bytes: Buffer): readonly [request: WireReader, resource: WireReader, scope: WireReader] {
  return [new WireReader(bytes), new WireReader(bytes), new WireReader(bytes)];
}

/** Passes the current field, and enters it with another reader if it is this message. */
function enterMessage(reader: WireReader, field: number, inner: WireReader): boolean {
  if (!reader.is(field, WIRE.delimited)) {
    reader.skip();
    return false;
  }
  reader.range();
  inner.enter(reader.start, reader.end);
  return true;
}
