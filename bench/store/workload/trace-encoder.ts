import { FAILURES, type Failure, TEXT_FACTORS, type TraceFacts } from "./trace-facts";
import { TraceFiller, type TraceTemplate } from "./trace-slots";

/** Writes traces in one encoding: for each kind of trace the bytes are made once, then copied and filled in. */
export class TraceEncoder {
  readonly #filler: TraceFiller;
  readonly #templates: Readonly<Record<Failure, readonly TraceTemplate[]>>;

  /** @param templateOf makes the bytes of one kind of trace */
  constructor(corpus: Buffer, templateOf: (size: number, failure: Failure) => TraceTemplate) {
    this.#filler = new TraceFiller(corpus);
    const made = FAILURES.map((failure) => [failure, TEXT_FACTORS.map((_, size) => templateOf(size, failure))]);
    this.#templates = Object.fromEntries(made) as Record<Failure, readonly TraceTemplate[]>;
  }

  /**
   * Returns the bytes of some traces one after the other, between a head and a tail, with a separator between them.
   * @param head receives the length of all traces
   */
  encode(
    traces: readonly TraceFacts[],
    { head = () => Buffer.alloc(0), separator = "", tail = "" }: Frame = {},
  ): Buffer {
    const templates = traces.map((facts) => this.#templateOf(facts));
    const tracesLength = templates.reduce((sum, { bytes }) => sum + bytes.length, 0);
    const headBytes = head(tracesLength);
    const separators = separator.length * Math.max(0, traces.length - 1);
    const body = Buffer.allocUnsafe(headBytes.length + tracesLength + separators + tail.length);
    let at = headBytes.copy(body);
    for (const [index, facts] of traces.entries()) {
      if (index > 0) at += body.write(separator, at, "latin1");
      at = this.#filler.fill(body, at, this.#templateOf(facts), facts);
    }
    body.write(tail, at, "latin1");
    return body;
  }

  #templateOf({ failure, size }: TraceFacts): TraceTemplate {
    const template = this.#templates[failure][size];
    if (!template) throw new Error(`There are no traces of size ${size}.`);
    return template;
  }
}

export interface Frame {
  readonly head?: (tracesLength: number) => Buffer;
  /** Plain ASCII. */
  readonly separator?: string;
  readonly tail?: string;
}
