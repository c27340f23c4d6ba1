import type { Browser, Page } from "@playwright/test";

/** One complete event of the browser's trace; processor time is in microseconds. */
interface TraceEvent {
  readonly ph: string;
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** The browser's names of its work, by what a reader of the table calls it. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:v8\.compile|V8\.Compile|v8\.produceCache|V8\.\w*Parse|v8\.deserialize)/i, "compiling scripts"],
  [/^EvaluateScript$/, "scripts as they are loaded: modules, React's start"],
  [/^(?:MinorGC|MajorGC|V8\.GC)/, "garbage collection"],
  [/^(?:UpdateLayoutTree|ParseAuthorStyleSheet|Layout|PrePaint|Paint|Layerize|Commit)/, "style, layout and paint"],
  [/^Parse(?:HTML|MetaData)/, "parsing HTML"],
  [
    /^(?:FunctionCall|RunMicrotasks|EventDispatch|TimerFire|FireAnimationFrame)/,
    "scripts after that: tasks of React, handlers",
  ],
];

const REST = "what is smaller";

const CATEGORIES = ["devtools.timeline", "v8", "disabled-by-default-v8.compile", "disabled-by-default-v8.gc"];

/**
 * Records what the thread of a page does meanwhile.
 *
 * @returns milliseconds of processor time by kind of work, each without the work that it contains
 */
export async function profileThread(
  browser: Browser,
  page: Page,
  act: () => Promise<unknown>,
): Promise<ReadonlyMap<string, number>> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString("utf8")) as {
    traceEvents: readonly TraceEvent[];
  };
  return selfTimes(ofBusiestPage(traceEvents));
}

/** A context has one page, but the browser has threads of the same name for others. */
function ofBusiestPage(events: readonly TraceEvent[]): TraceEvent[] {
  const threads = events.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain");
  const ofThreads = threads.map(({ pid, tid }) =>
    events.filter((event) => event.ph === "X" && event.pid === pid && event.tid === tid),
  );
  const total = (some: readonly TraceEvent[]) => some.reduce((sum, { tdur = 0 }) => sum + tdur, 0);
  return ofThreads.sort((some, others) => total(others) - total(some))[0] ?? [];
}

/** Events of one thread contain each other or are apart. */
function selfTimes(events: TraceEvent[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  const open: { endUs: number; kind: string }[] = [];
  const add = (kind: string, us: number) => times.set(kind, (times.get(kind) ?? 0) + us / 1000);
  for (const { name, ts, dur = 0, tdur = 0 } of events.sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))) {
    while (open.length > 0 && (open.at(-1)?.endUs ?? 0) <= ts) open.pop();
    const outer = open.at(-1)?.kind;
    // What has no name of its own counts as what contains it.
    const kind = KINDS.find(([names]) => names.test(name))?.[1] ?? outer ?? REST;
    add(kind, tdur);
    if (outer !== undefined) add(outer, -tdur);
    open.push({ endUs: ts + dur, kind });
  }
  return times;
}
