import fc from "fast-check";
import type { RawSpan } from "@/lib/api/contract/calls/otel";
import { type DrawnRequest, SPAN_FORMS, type SpanForm } from "./drawn-forms";
import { makeSpan } from "./make-span";

type FormName = keyof typeof SPAN_FORMS;

/** A model with a price of its own that changes, one with another price, and one without. */
const DRAWN_MODELS = ["own", "other", "unknown"] as const;
type DrawnModel = (typeof DRAWN_MODELS)[number];

const ANSWERED = "-2026-01-31";
export const answeredName = (model: DrawnModel): string => `${model}${ANSWERED}`;

/** What one call or one request adds to the sums. */
export interface TrueEntry {
  readonly model: string;
  /** Hours since the first. */
  readonly hour: number;
  readonly uncached: number;
  readonly cached: number;
  readonly completion: number;
  /** US dollars as the sender says; null for nothing. */
  readonly costUsd: number | null;
}

/** Spans, with what they mean. */
export interface DrawnTrace {
  /** Each with its instrumentation. */
  readonly spans: readonly { readonly scope: string; readonly span: RawSpan }[];
  readonly entries: readonly TrueEntry[];
  /** Spans whose tokens spans below them have. */
  readonly sums: number;
  /** Further reports of requests. */
  readonly twins: number;
}

interface Node {
  readonly form: FormName;
  readonly kind: "agent" | "tool" | "request";
  readonly model: DrawnModel;
  readonly uncached: number;
  readonly cached: number;
  /** Of an agent: whether it reports its sum, and under which name. */
  readonly reports: "nothing" | "asked" | "unnamed";
  /** Of a request: the client that reports it too, and where. */
  readonly twin: { readonly form: FormName; readonly isBelow: boolean } | null;
  readonly cost: "unsent" | "same" | "other";
  readonly children: readonly Node[];
}

const formNames = Object.keys(SPAN_FORMS) as FormName[];
const form = fc.constantFrom(...formNames);

const drawnSpan = fc.record({
  form,
  kind: fc.constantFrom("agent", "agent", "tool", "request", "request", "request"),
  model: fc.constantFrom(...DRAWN_MODELS),
  uncached: fc.integer({ min: 1, max: 2000 }),
  cached: fc.constantFrom(0, 0, 7, 900),
  reports: fc.constantFrom("nothing", "asked", "unnamed"),
  twin: fc.option(fc.record({ form, isBelow: fc.boolean() }), { freq: 3 }),
  cost: fc.constantFrom("unsent", "same", "other"),
  /** How many spans before it its parent is. */
  above: fc.nat(4),
});

/** A tree whose top is an agent. Below a request are only tools. */
const tree = fc.array(drawnSpan, { minLength: 1, maxLength: 12, size: "max" }).map((spans): Node => {
  const nodes = spans.map(({ above: _, ...drawn }, at) => ({
    ...drawn,
    kind: at === 0 ? "agent" : drawn.kind,
    children: [] as Node[],
  }));
  for (const [at, node] of nodes.entries()) {
    if (at === 0) continue;
    const parent = nodes[Math.max(0, at - 1 - (spans[at]?.above ?? 0))];
    const isPlaced = parent?.kind !== "request" || node.kind === "tool";
    (isPlaced ? parent : nodes[0])?.children.push(node);
  }
  return nodes[0] as Node;
});

/** Any trace: its top, its hour, and whether the span above the top is never sent. */
export const drawnTrace = fc.record({ top: tree, hour: fc.nat(2), isTopMissing: fc.boolean() });

const HOUR_NS = 3_600_000_000_000n;
const SPAN_NS = 120_000_000_000n;
const hex = (number: number, digits: number) => number.toString(16).padStart(digits, "0");

/** Returns US dollars for a request. */
export type CostOf = (entry: Omit<TrueEntry, "costUsd">) => number | null;

/** Builds the spans of a drawn trace. @param number of the trace, from 1 */
export function traceOf(
  { top, hour, isTopMissing }: { readonly top: Node; readonly hour: number; readonly isTopMissing: boolean },
  number: number,
  { firstHourMs, costOf }: { readonly firstHourMs: number; readonly costOf: CostOf },
): DrawnTrace {
  const builder = new TraceBuilder(number, hour, BigInt(firstHourMs) * 1_000_000n, costOf);
  builder.add(top, isTopMissing ? hex(0xffff, 16) : "");
  return builder;
}

class TraceBuilder implements DrawnTrace {
  readonly spans: DrawnTrace["spans"][number][] = [];
  readonly entries: TrueEntry[] = [];
  sums = 0;
  twins = 0;
  readonly #traceId: string;
  readonly #hour: number;
  readonly #startNs: bigint;
  readonly #costOf: CostOf;

  constructor(number: number, hour: number, firstHourNs: bigint, costOf: CostOf) {
    this.#traceId = hex(number, 32);
    this.#hour = hour;
    this.#startNs = firstHourNs + BigInt(hour) * HOUR_NS;
    this.#costOf = costOf;
  }

  /** Returns the tokens of a span and of all spans below it. */
  add(drawn: Node, parent: string): { prompt: number; completion: number; hasUsage: boolean } {
    const { kind, children } = drawn;
    if (kind === "request") return this.#addRequest(drawn, parent);
    const at = this.spans.length;
    const id = this.#span(drawn.form, parent, kind, { "gen_ai.operation.name": "execute_tool" });
    const below = children.map((child) => this.add(child, id));
    const sum = { prompt: totalOf(below, "prompt"), completion: totalOf(below, "completion") };
    const hasUsage = below.some((one) => one.hasUsage);
    if (kind === "tool") return { ...sum, hasUsage };
    const { sum: sumOf } = SPAN_FORMS[drawn.form] as SpanForm;
    const isReported = sumOf !== null && drawn.reports !== "nothing";
    const own = hasUsage ? sum : { prompt: drawn.uncached, completion: 5 };
    const model = drawn.reports === "asked" ? drawn.model : "";
    const attributes = isReported ? sumOf({ model, ...own }) : (sumOf?.({ model, prompt: 0, completion: 0 }) ?? {});
    this.#setAttributes(at, attributes);
    if (!isReported) return { ...sum, hasUsage };
    if (hasUsage) this.sums += 1;
    else this.entries.push({ model, hour: this.#hour, uncached: own.prompt, cached: 0, completion: 5, costUsd: null });
    return { ...own, hasUsage: true };
  }

  #addRequest({ form: name, model, twin, cost, ...drawn }: Node, parent: string) {
    // Different answers have different lengths, so that two requests are never taken for one.
    const entry = {
      ...{ model: answeredName(model), hour: this.#hour, completion: 10 + this.entries.length * 3 },
      ...{ uncached: drawn.uncached, cached: drawn.cached },
    };
    const isTwin = twin !== null && twin.form !== name;
    const { sendsCost = false } = SPAN_FORMS[name] as SpanForm;
    const own = this.#costOf(entry);
    const costUsd = isTwin || cost === "unsent" || !sendsCost || own === null ? null : own * (cost === "same" ? 1 : 3);
    this.entries.push({ ...entry, costUsd });
    const request: DrawnRequest = {
      ...{ asked: model, answered: entry.model, responseId: `response-${this.#traceId}-${this.entries.length}` },
      ...{ uncached: entry.uncached, cached: entry.cached, completion: entry.completion, costUsd },
    };
    const id = this.#span(name, parent, "request", SPAN_FORMS[name].request(request));
    if (isTwin) {
      this.twins += 1;
      this.#span(twin.form, twin.isBelow ? id : parent, "request", SPAN_FORMS[twin.form].request(request));
    }
    const below = drawn.children.map((child) => this.add(child, id));
    return {
      prompt: entry.uncached + entry.cached + totalOf(below, "prompt"),
      completion: entry.completion + totalOf(below, "completion"),
      hasUsage: true,
    };
  }

  #span(name: FormName, parentSpanId: string, kind: Node["kind"], attributes: object): string {
    const { scope, names } = SPAN_FORMS[name] as SpanForm;
    const at = this.spans.length;
    const spanId = hex(Number.parseInt(this.#traceId.slice(-8), 16) * 4096 + at + 1, 16);
    const start = this.#startNs + BigInt(at) * 1_000_000n;
    const span = makeSpan(attributes, {
      ...{ traceId: this.#traceId, spanId, parentSpanId, startTimeUnixNano: String(start) },
      ...{ endTimeUnixNano: String(start + SPAN_NS) },
      name: (kind === "request" ? names?.request : kind === "agent" ? names?.sum : undefined) ?? `${kind} ${at}`,
    });
    this.spans.push({ scope, span });
    return spanId;
  }

  #setAttributes(at: number, attributes: object): void {
    const built = this.spans[at];
    if (built) this.spans[at] = { ...built, span: { ...built.span, attributes: makeSpan(attributes).attributes } };
  }
}

const totalOf = <Member extends string>(parts: readonly Readonly<Record<Member, number>>[], member: Member): number =>
  parts.reduce((sum, part) => sum + part[member], 0);
