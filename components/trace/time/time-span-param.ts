import { createParser, debounce } from "nuqs";
import type { TimeSpan } from "@/lib/trace/time/time-window";

const ZOOM = /^(-?\d+(?:\.\d+)?)~(-?\d+(?:\.\d+)?)$/;

/** Wheel events come many times a second; the address updates when they pause. */
const URL_WRITE_DELAY_MS = 250;

const text = (timeMs: number) => String(Number(timeMs.toFixed(4)));

/** The visible range of a trace, in milliseconds after its start: `1200~5400.5`. */
export const parseAsTimeSpan = createParser<TimeSpan>({
  parse: (value) => {
    const match = ZOOM.exec(value);
    const [fromMs, toMs] = [Number(match?.[1]), Number(match?.[2])];
    return match && fromMs < toMs ? { fromMs, toMs } : null;
  },
  serialize: ({ fromMs, toMs }) => `${text(fromMs)}~${text(toMs)}`,
  eq: (left, right) => left.fromMs === right.fromMs && left.toMs === right.toMs,
}).withOptions({ history: "replace", limitUrlUpdates: debounce(URL_WRITE_DELAY_MS) });
