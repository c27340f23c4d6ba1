import { describe, expect, it } from "vitest";
import { compressedAxis, linearTimeAxis, positionOfTime, timeAt } from "./time-axis";
import { tickLabel, traceTimeTicks } from "./time-ticks";
import { panned, timeAtShare, timeWindowOf, windowAround, windowShareOf, zoomed, zoomOf } from "./time-window";

/** Calls run for 100 ms, pause for 800, and run for another 100. */
const broken = compressedAxis(1000, Float64Array.of(100, 900));

describe("an axis with shortened pauses", () => {
  it("draws a pause as a small share of the running time, and keeps the rest to scale", () => {
    expect(broken.length).toBeCloseTo(206);
    expect([0, 50, 100, 900, 1000].map((ms) => positionOfTime(broken, ms))).toEqual([0, 50, 100, 106, 206]);
  });

  it("ends a pause that lasts until the end of the trace", () => {
    const running = compressedAxis(1000, Float64Array.of(100, Number.POSITIVE_INFINITY));
    expect(running.breaks).toEqual([{ fromMs: 100, toMs: 1000 }]);
  });

  it("maps each position back to its time", () => {
    for (const ms of [-5, 0, 99, 100, 101, 500, 900, 950, 1000, 1100]) {
      expect(timeAt(broken, positionOfTime(broken, ms))).toBeCloseTo(ms);
    }
  });

  it("keeps a pause that a break would not shorten", () => {
    expect(compressedAxis(1000, Float64Array.of(100, 101)).breaks).toEqual([]);
  });

  it("does not divide by zero for a trace without length", () => {
    expect(windowShareOf(timeWindowOf(linearTimeAxis(0), null), 0)).toBe(0);
  });
});

describe("a window on a trace", () => {
  const complete = timeWindowOf(linearTimeAxis(1000), null);

  it("keeps the time under the pointer in place", () => {
    const near = zoomed(complete, 0.5, 0.25);
    expect(timeAtShare(near, 0.25)).toBeCloseTo(250);
    expect([near.from, near.to]).toEqual([125, 625]);
  });

  it("stops at the ends of the trace", () => {
    const near = zoomed(complete, 0.5, 0);
    expect(panned(near, -3).from).toBe(0);
    expect(panned(near, 3).to).toBe(1000);
    expect(zoomOf(zoomed(near, 100, 0.5))).toBeNull();
  });

  it("survives a round trip through the address", () => {
    const near = zoomed(timeWindowOf(broken, null), 0.3, 0.4);
    const again = timeWindowOf(broken, zoomOf(near));
    expect([again.from, again.to]).toEqual([expect.closeTo(near.from), expect.closeTo(near.to)]);
  });

  it("shows a call with a margin, also a call without length", () => {
    const { from, to } = windowAround(complete.axis, 200, 300);
    expect([from, to]).toEqual([196, 304]);
    const point = windowAround(complete.axis, 500, 500);
    expect(point.to).toBeGreaterThan(point.from);
  });
});

describe("ticks of the axis", () => {
  const labels = (fromMs: number, toMs: number, most = 6) =>
    traceTimeTicks(timeWindowOf(linearTimeAxis(10_000_000), { fromMs, toMs }), most).map(({ label }) => label);

  it("are round, and as precise as their distance requires", () => {
    expect(labels(0, 54_000)).toEqual(["0 s", "10 s", "20 s", "30 s", "40 s", "50 s"]);
    expect(labels(100, 1100)).toEqual(["200 ms", "400 ms", "600 ms", "800 ms", "1.0 s"]);
    expect(labels(80_000, 80_001, 3)).toEqual(["1 m 20.0000 s", "1 m 20.0005 s", "1 m 20.0010 s"]);
    expect(labels(0, 7_200_000, 5)).toEqual(["0 s", "30 m", "1 h 00 m", "1 h 30 m", "2 h 00 m"]);
  });

  it("distinguish times under a millisecond", () => {
    expect(tickLabel(0.25, 0.05)).toBe("0.25 ms");
  });

  it("are not inside a shortened pause", () => {
    const ticks = traceTimeTicks(timeWindowOf(broken, null), 10);
    expect(ticks.filter(({ timeMs }) => timeMs > 100 && timeMs < 900)).toEqual([]);
    expect(ticks.some(({ timeMs }) => timeMs >= 900)).toBe(true);
  });
});
