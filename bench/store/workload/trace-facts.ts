import { fraction, hash } from "./random";

/** What a trace of ten spans consists of, by the number of each span: its parent, its usual time, and when it ends. */
export const TRACE_SHAPE = [
  { parent: null, ownMs: 8 },
  { parent: 0, ownMs: 1_100 },
  { parent: 0, ownMs: 90 },
  { parent: 2, ownMs: 25 },
  { parent: 3, ownMs: 420 },
  { parent: 0, ownMs: 240 },
  { parent: 0, ownMs: 1_500 },
  { parent: 0, ownMs: 310 },
  { parent: 0, ownMs: 35 },
  { parent: 0, ownMs: 950 },
] as const;

export const SPANS_PER_TRACE = TRACE_SHAPE.length;

/** Exporters send a span when it has ended, so children come before their parents. */
export const SPANS_BY_END = [1, 4, 3, 2, 5, 6, 7, 8, 9, 0] as const;

/**
 * How a trace fails: not at all, one tool alone, that tool and with it the whole run, or one refusal of a model that
 * the run survives.
 */
export const FAILURES = ["none", "tool", "run", "refusal"] as const;
export type Failure = (typeof FAILURES)[number];

/** Lengths of texts differ between traces by these factors. */
export const TEXT_FACTORS = [0.5, 0.75, 1.05, 1.3, 1.4, 1.65, 2.1, 3.2] as const;

/** One trace in so many contains the searched text in its answer. */
const NEEDLE_EVERY = 200;
export const NEEDLE = "voucher zq77kx";

/** Spans that are calls of a model, with tokens. */
export const MODEL_SPANS = [1, 4, 6, 9] as const;

const TRACES_PER_THREAD = 4;
/** Turns of one thread are this many traces apart, so threads overlap as in practice. */
const TURN_DISTANCE = 1_000;
const CUSTOMERS = 100;

/** Everything about one trace that does not depend on its encoding. */
export interface TraceFacts {
  readonly trace: number;
  readonly failure: Failure;
  /** An index of {@link TEXT_FACTORS}. */
  readonly size: number;
  readonly hasNeedle: boolean;
  readonly thread: number;
  readonly customer: number;
  /** Microseconds since 1970, by the number of the span. */
  readonly startMicros: readonly number[];
  readonly endMicros: readonly number[];
}

export function failureOf(trace: number): Failure {
  const drawn = fraction(trace, 11);
  if (drawn < 0.03) return "tool";
  if (drawn < 0.045) return "run";
  return drawn < 0.055 ? "refusal" : "none";
}

/** Most spans take about their usual time, some many times as long. */
function ownMicros(trace: number, span: number, usualMs: number): number {
  const tail = hash(trace, 13, span) % 2_000 === 0 ? 12 : 1;
  return Math.round(usualMs * 1_000 * tail * (0.3 - 0.7 * Math.log(1 - fraction(trace, 12, span))));
}

function timesOf(trace: number, begunMicros: number): Pick<TraceFacts, "startMicros" | "endMicros"> {
  const own = TRACE_SHAPE.map(({ ownMs }, span) => ownMicros(trace, span, ownMs));
  const startMicros: number[] = [];
  const endMicros: number[] = [];
  /** Lays out a span and, in its middle, its children one after the other; returns its end. */
  const place = (span: number, start: number): number => {
    const half = Math.floor((own[span] ?? 0) / 2);
    startMicros[span] = start;
    let at = start + half;
    for (const [child, { parent }] of TRACE_SHAPE.entries()) if (parent === span) at = place(child, at) + 300;
    endMicros[span] = at + half + 1;
    return at + half + 1;
  };
  place(0, begunMicros);
  return { startMicros, endMicros };
}

/** Returns the facts of a trace that begins at a time; the same for the same arguments. */
export function traceFacts(trace: number, begunMicros: number): TraceFacts {
  const block = Math.floor(trace / (TRACES_PER_THREAD * TURN_DISTANCE));
  return {
    trace,
    failure: failureOf(trace),
    size: hash(trace, 14) % TEXT_FACTORS.length,
    hasNeedle: trace % NEEDLE_EVERY === NEEDLE_EVERY - 1,
    thread: block * TURN_DISTANCE + (trace % TURN_DISTANCE),
    customer: hash(trace, 15) % CUSTOMERS,
    ...timesOf(trace, begunMicros),
  };
}

/** Tokens of one call of a model; each number takes exactly two bytes as a varint of protobuf. */
export function tokensOf(trace: number, span: number): { input: number; output: number; cached: number } {
  const input = 256 + (hash(trace, 16, span) % 7_000);
  return { input, output: 128 + (hash(trace, 17, span) % 900), cached: 128 + (hash(trace, 18, span) % (input - 128)) };
}
