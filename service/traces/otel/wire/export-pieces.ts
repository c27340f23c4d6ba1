import type { TurnCost } from "@/service/kernel/concurrency/fair-turns";
import { Slices } from "@/service/kernel/concurrency/loop-turns";
import { InvalidRequestError, ValidationError } from "@/service/kernel/errors/service-errors";
import { type ConvertedExport, type SentSpan, type SentSpans, SpanChecks } from "@/service/traces/otel/convert-export";
import { PROTOBUF } from "@/service/traces/otel/otlp-messages";
import type { SpanSource } from "@/service/traces/otel/span";
import { bufferOf, type ConvertedBody, convertBody, convertSent, type ExportBody, refusing } from "./convert-body";
import { readJsonSpans } from "./json-spans";
import type { NumberedSpans } from "./numbered-spans";
import { hasAtMost, indexSpans } from "./span-index";
import { WireExport } from "./wire-export";

/** Which requests are converted at once, and how large the pieces of others are. */
export interface PieceLimits {
  readonly wholeSpans: number;
  readonly wholeBytes: number;
  readonly pieceSpans: number;
  readonly pieceBytes: number;
}

/** SDKs send up to 512 spans, which take about 30 ms. A piece takes 8. */
const LIMITS: PieceLimits = {
  wholeSpans: 512,
  wholeBytes: 1.25 * 1024 ** 2,
  pieceSpans: 128,
  pieceBytes: 256 * 1024,
};

/** All faults of a request in JSON are named up to this size. */
const EXPLAINED_BYTES = 256 * 1024;

/** Spans between two looks at the clock. */
const SPANS_PER_LOOK = 16;

/** Some spans of a request, which are stored together. */
export interface ExportPiece extends TurnCost {
  readonly convert: () => ConvertedBody;
}

/** A request that was checked as a whole, and is converted and stored in pieces. */
interface ExportPieces extends Pick<ConvertedExport, "projects" | "response"> {
  /** One for most requests, which is converted. */
  readonly pieces: readonly ExportPiece[];
}

/**
 * Checks the body of an export request, and divides a large one into pieces. Nothing of it has to be stored when it is
 * refused: all spans are read before the first piece is converted.
 *
 * @param owner whose turns of the event loop a large request takes
 * @throws as `convertBody`; TooLarge when it has more spans than a request may have
 */
export async function readExportPieces(
  body: ExportBody,
  owner: string,
  limits: PieceLimits = LIMITS,
): Promise<ExportPieces> {
  if (body.type !== PROTOBUF) return await readJsonPieces(body, { slices: new Slices(owner), limits });
  const bytes = bufferOf(body.bytes);
  if (bytes.length <= limits.wholeBytes && refusing(() => hasAtMost(bytes, limits.wholeSpans))) {
    return onePiece(body, convertBody(body));
  }
  const slices = new Slices(owner);
  return await refusingLater(async () => await inPieces(await readWireSpans(bytes, slices), { body, slices, limits }));
}

async function readJsonPieces(body: ExportBody, reading: Omit<Division, "body">): Promise<ExportPieces> {
  try {
    const sent = await readJsonSpans(body.bytes, reading.slices);
    const { wholeSpans, wholeBytes } = reading.limits;
    const numbers = Array.from({ length: sent.count }, (_, at) => at);
    const isWhole = sent.count <= wholeSpans && bytesOf(sent, numbers) <= wholeBytes;
    if (!isWhole) return await inPieces(sent, { ...reading, body });
    return onePiece(body, convertSent(someOf(sent, numbers), body));
  } catch (error) {
    // Names all faults of a request instead of the first one, and where in the request they are.
    const isFault = error instanceof ValidationError || error instanceof InvalidRequestError;
    if (isFault && body.bytes.length <= EXPLAINED_BYTES) convertBody(body);
    throw error;
  }
}

function onePiece({ bytes }: ExportBody, converted: ConvertedBody): ExportPieces {
  const { projects, response, projectBySpan } = converted;
  const piece = { rows: projectBySpan.size, bytes: bytes.byteLength, convert: () => converted };
  return { projects, response, pieces: [piece] };
}

const bytesOf = (sent: NumberedSpans, numbers: Iterable<number>): number =>
  [...numbers].reduce((sum, at) => sum + sent.bytesOf(at), 0);

/** Finds the spans of a request in protobuf. */
async function readWireSpans(bytes: Buffer, slices: Slices): Promise<NumberedSpans> {
  const index = await indexSpans(bytes, slices);
  const wire = new WireExport(bytes);
  const sources: SpanSource[] = [];
  for (const { resource, scope } of index.sources) {
    if (slices.isOver) await slices.next();
    sources.push(wire.source(resource, scope));
  }
  return {
    count: index.count,
    sources,
    sourceOf: (at) => index.source(at),
    span: (at, source) => wire.span(index.range(at), source),
    bytesOf: (at) => index.range(at).end - index.range(at).start,
    verify: (at) => wire.verify(index.range(at)),
  };
}

interface Division {
  readonly body: ExportBody;
  readonly slices: Slices;
  readonly limits: PieceLimits;
}

async function inPieces(sent: NumberedSpans, { body, slices, limits }: Division): Promise<ExportPieces> {
  const checks = new SpanChecks(body.project, body.serviceEntity);
  const places = sent.sources.map((source) => checks.projectOf(source));
  const traces = new TraceOrder(sent.count);
  for (let at = 0; at < sent.count; at += 1) {
    if (at % SPANS_PER_LOOK === 0 && slices.isOver) await slices.next();
    const number = sent.sourceOf(at);
    const [source, place] = [sent.sources[number], places[number]];
    if (source === undefined || place === undefined) continue;
    const checked = checks.check(sent.span(at, source), place);
    if (checked === null) continue;
    sent.verify(at);
    traces.add(at, checked.traceId);
  }
  const ended = checks.end();
  const order = await traces.inOrder(slices);
  const parts = await partsOf({ order, traces, sent, limits }, slices);
  const pieces = parts.map(({ from, to, bytes }) => {
    const spans = order.subarray(from, to);
    return { rows: spans.length, bytes, convert: () => convertSent(someOf(sent, spans), body) };
  });
  return { ...ended, pieces };
}

interface SomeSpans {
  readonly number: number;
  readonly source: SpanSource;
  readonly spans: SentSpan[];
}

/** Some spans of a request, by resource and scope. */
function* someOf(sent: NumberedSpans, spans: Iterable<number>): Generator<SentSpans, void, void> {
  let last: SomeSpans | null = null;
  for (const at of spans) {
    const number = sent.sourceOf(at);
    if (last === null || last.number !== number) {
      if (last !== null) yield last;
      const source: SpanSource | undefined = sent.sources[number];
      if (source === undefined) continue;
      last = { number, source, spans: [] };
    }
    last.spans.push(sent.span(at, last.source));
  }
  if (last !== null) yield last;
}

interface OrderedSpans {
  readonly order: Uint32Array;
  readonly traces: TraceOrder;
  readonly sent: NumberedSpans;
  readonly limits: PieceLimits;
}

/** Consecutive spans in the order of their traces. */
interface Part {
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
}

/** Divides the spans: after a whole trace, where that is not larger than a piece. */
async function partsOf({ order, traces, sent, limits }: OrderedSpans, slices: Slices): Promise<readonly Part[]> {
  const { pieceSpans, pieceBytes } = limits;
  const parts: Part[] = [];
  let [from, bytes] = [0, 0];
  for (const [place, at] of order.entries()) {
    if (place % SPANS_PER_LOOK === 0 && slices.isOver) await slices.next();
    const spans = place - from;
    const isNewTrace = place === 0 || traces.of(at) !== traces.of(order[place - 1] ?? 0);
    const isFull = spans >= pieceSpans || bytes >= pieceBytes;
    if (isFull || (isNewTrace && spans > 0 && spans + traces.sizeOf(at) > pieceSpans)) {
      parts.push({ from, to: place, bytes });
      [from, bytes] = [place, 0];
    }
    bytes += sent.bytesOf(at);
  }
  if (order.length > from) parts.push({ from, to: order.length, bytes });
  return parts;
}

/** Orders spans by trace, and traces by their first span. */
class TraceOrder {
  readonly #numbers = new Map<string, number>();
  readonly #sizes: number[] = [];
  /** The number of each span's trace; -1 for a span that is not stored. */
  readonly #traces: Int32Array;

  constructor(count: number) {
    this.#traces = new Int32Array(count).fill(-1);
  }

  add(at: number, traceId: string): void {
    const number = this.#numbers.get(traceId) ?? this.#numbers.size;
    this.#numbers.set(traceId, number);
    this.#sizes[number] = (this.#sizes[number] ?? 0) + 1;
    this.#traces[at] = number;
  }

  of(at: number): number {
    return this.#traces[at] ?? -1;
  }

  sizeOf(at: number): number {
    return this.#sizes[this.of(at)] ?? 0;
  }

  async inOrder(slices: Slices): Promise<Uint32Array> {
    const next: number[] = [];
    let length = 0;
    for (const size of this.#sizes) {
      next.push(length);
      length += size;
    }
    const order = new Uint32Array(length);
    for (const [at, trace] of this.#traces.entries()) {
      if (at % SPANS_PER_LOOK === 0 && slices.isOver) await slices.next();
      if (trace < 0) continue;
      const place = next[trace] ?? 0;
      order[place] = at;
      next[trace] = place + 1;
    }
    return order;
  }
}

/** As `refusing`, for what fails later. */
async function refusingLater<Result>(run: () => Promise<Result>): Promise<Result> {
  const result = await run().then(
    (value) => () => value,
    (error: unknown) => (): Result => {
      throw error;
    },
  );
  return refusing(result);
}
