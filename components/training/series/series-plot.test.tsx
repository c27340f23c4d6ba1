// @vitest-environment jsdom
import { cleanup, fireEvent, render, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { seriesChart } from "@/lib/training/series/series-chart";
import { layOut } from "@/test/setup/browser-layout";
import { SeriesPlot } from "./series-plot";

layOut({ drawn: { width: 600, height: 124 } });
Element.prototype.setPointerCapture = () => undefined;

afterEach(cleanup);

/** Two runs of 101 iterations; the second has no value at its end. */
async function draw() {
  const onZoom = vi.fn();
  const x = Array.from({ length: 101 }, (_, at) => at);
  const own = (id: string, letter: string, last: (number | null)[]) => ({
    run: { id, label: `${letter} ${id}`, color: "red", letter },
    series: { key: "metric:loss", x, last },
  });
  const chart = seriesChart(
    "metric:loss",
    [own("careful", "A", x), own("broken", "B", [...x.slice(0, 100).map((at) => 100 - at), null])],
    { x: "step", isLog: false, isClipped: false, range: [0, 100] },
  );
  if (chart === null) throw new Error("The chart has no values.");
  const page = render(
    <div style={{ width: 600, height: 124 }}>
      <SeriesPlot chart={chart} isLog={false} restarts={[]} onZoom={onZoom} />
    </div>,
  );
  const surface = await waitFor(() => {
    const found = page.container.querySelector("rect[fill=transparent]")?.parentElement;
    if (!found) throw new Error("Not drawn yet.");
    return found;
  });
  const plot = surface.querySelector("rect");
  const [left, width] = ["x", "width"].map((name) => Number(plot?.getAttribute(name))) as [number, number];
  /** The pixel of an iteration. */
  const placeOf = (iteration: number) => left + (iteration / 100) * width;
  return { ...page, surface, onZoom, placeOf };
}

it("zooms into the range that the pointer drags over, in either direction, and out by two presses", async () => {
  const { surface, onZoom, placeOf } = await draw();
  // The test document has no pointer events.
  const point = (type: "pointerdown" | "pointermove" | "pointerup", iteration: number) =>
    fireEvent(surface, new MouseEvent(type, { bubbles: true, button: 0, clientX: placeOf(iteration) }));
  const drag = (from: number, to: number) => {
    point("pointerdown", from);
    point("pointermove", (from + to) / 2);
    point("pointermove", to);
    point("pointerup", to);
    return onZoom.mock.lastCall?.[0] as [number, number];
  };
  for (const [from, to] of [drag(20, 60), drag(60, 20)]) {
    expect(from).toBeCloseTo(20, 6);
    expect(to).toBeCloseTo(60, 6);
  }
  expect(onZoom).toHaveBeenCalledTimes(2);
  // Without a move it is a press.
  point("pointerdown", 30);
  point("pointerup", 30);
  expect(onZoom).toHaveBeenCalledTimes(2);
  fireEvent.doubleClick(surface);
  expect(onZoom).toHaveBeenLastCalledWith(null);
});

it("ends the line of each run with its letter, and with a cross where its values go missing", async () => {
  const { container } = await draw();
  const letters = [...container.querySelectorAll("text")].filter(({ textContent }) => /^[AB]$/.test(textContent ?? ""));
  expect(letters.map(({ textContent }) => textContent)).toEqual(["A", "B"]);
  expect([...container.querySelectorAll("path > title")].map(({ textContent }) => textContent)).toEqual([
    "No value after this one",
  ]);
});
