import type { OperationId } from "@/lib/api/contract/operations";

/** A page over many calls. */
export interface FilledPage {
  readonly name: string;
  /** The last part of its address, and the name of its link in the frame. */
  readonly segment: string;
  readonly link: string;
  /** The requests that its main content waits for. */
  readonly operations: readonly OperationId[];
  /** JavaScript that is true once all of that is on the screen. */
  readonly isPresent: string;
}

const has = (selector: string, count = 1) =>
  `document.querySelectorAll(${JSON.stringify(selector)}).length >= ${count}`;
const HAS_ROW = has("main tbody tr[id]");
const HAS_TWO_CHARTS = has("main svg.recharts-surface", 2);
const HAS_COSTS = "/[$]\\s*[\\d,]/.test(document.querySelector('main')?.textContent ?? '')";

export const filledPages: readonly FilledPage[] = [
  {
    name: "overview, all panels",
    segment: "overview",
    link: "Overview",
    operations: ["calls.stats"],
    isPresent: `${HAS_TWO_CHARTS} && ${has("main [aria-label=Figures] li", 7)} && ${HAS_COSTS}`,
  },
  {
    name: "traces, first rows",
    segment: "traces",
    link: "Traces",
    operations: ["calls.streamQuery"],
    isPresent: HAS_ROW,
  },
  {
    name: "threads, first rows",
    segment: "threads",
    link: "Threads",
    operations: ["threads.streamQuery"],
    isPresent: HAS_ROW,
  },
  {
    name: "costs, the spend by model",
    segment: "costs",
    link: "Costs",
    operations: ["calls.stats"],
    isPresent: HAS_ROW,
  },
];
