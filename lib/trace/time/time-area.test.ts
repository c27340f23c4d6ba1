import { describe, expect, it } from "vitest";
import { movedSpanEdge, spanBetween } from "./time-area";
import { linearTimeAxis } from "./time-axis";
import { timeWindowOf } from "./time-window";

const window = timeWindowOf(linearTimeAxis(1000), { fromMs: 200, toMs: 700 });

describe("a selected span of time", () => {
  it("is between the two ends of a drag in either direction, within the visible time", () => {
    expect(spanBetween(window, 0.2, 0.6)).toEqual({ fromMs: 300, toMs: 500 });
    expect(spanBetween(window, 0.6, 0.2)).toEqual({ fromMs: 300, toMs: 500 });
    expect(spanBetween(window, -4, 0.5)).toEqual({ fromMs: 200, toMs: 450 });
    expect(spanBetween(window, 0.5, 9)).toEqual({ fromMs: 450, toMs: 700 });
  });

  it("has edges that move one at a time and do not pass each other", () => {
    const span = { fromMs: 300, toMs: 500 };
    expect(movedSpanEdge(span, "from", 250, window)).toEqual({ fromMs: 250, toMs: 500 });
    expect(movedSpanEdge(span, "to", 250, window)).toEqual({ fromMs: 300, toMs: 301 });
    expect(movedSpanEdge(span, "from", 800, window)).toEqual({ fromMs: 499, toMs: 500 });
  });

  it("stays within the trace", () => {
    const span = { fromMs: 10, toMs: 990 };
    expect(movedSpanEdge(span, "from", -50, window)).toEqual({ fromMs: 0, toMs: 990 });
    expect(movedSpanEdge(span, "to", 5000, window)).toEqual({ fromMs: 10, toMs: 1000 });
  });
});
