// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { stackColumns } from "@/lib/chart/stacks";
import { layOut } from "@/test/setup/browser-layout";
import { LinesChart } from "./lines-chart";
import { StackedBarsChart } from "./stacked-bars-chart";

const push = vi.fn();
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }) }));

layOut({ drawn: { width: 600, height: 240 } });

afterEach(() => {
  cleanup();
  push.mockClear();
});

const HOUR = 3_600_000;
const START = Date.UTC(2026, 10, 20, 10);
const buckets = [0, 1, 2].map((hour) => ({ startMs: START + hour * HOUR, endMs: START + (hour + 1) * HOUR }));
const columns = stackColumns(
  buckets,
  [
    { key: "a", counts: [3, 0, 1] },
    { key: "b", counts: [2, 0, 0] },
  ],
  new Set(),
);
const series = [
  { key: "a", label: "chat", color: "red" },
  { key: "b", label: "turn", color: "blue" },
];
const tip = (title: string, when: string) => ({
  title,
  when,
  facts: [{ label: "Calls", value: "1" }],
  action: "Click",
});

function drawBars() {
  const onZoom = vi.fn();
  render(
    <StackedBarsChart
      label="Calls"
      columns={columns}
      series={series}
      hatchedKey="errors"
      textOf={({ column, key }) => ({ tip: tip(key, `hour ${column}`), href: `/traces?${key}=${column}` })}
      crossMs={null}
      onCrosshairMove={() => undefined}
      onZoom={onZoom}
    />,
  );
  return { onZoom, links: screen.getAllByRole("link") };
}

const focused = () => document.activeElement?.getAttribute("aria-label");

describe("stacked bars", () => {
  it("render one link for each segment, named by its value", () => {
    const { links } = drawBars();
    expect(links.map((link) => link.getAttribute("aria-label"))).toEqual([
      "a, hour 0: Calls 1",
      "b, hour 0: Calls 1",
      "a, hour 2: Calls 1",
    ]);
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/traces?a=0", "/traces?b=0", "/traces?a=2"]);
  });

  it("take one tab stop, and arrow keys move between segments", () => {
    const { links } = drawBars();
    expect(links.filter((link) => link.tabIndex === 0)).toHaveLength(1);
    const [first] = links;
    if (!first) throw new Error("nothing is drawn");
    first.focus();
    fireEvent.keyDown(first, { key: "ArrowUp" });
    expect(focused()).toBe("b, hour 0: Calls 1");
    fireEvent.keyDown(document.activeElement ?? first, { key: "ArrowRight" });
    expect(focused()).toBe("a, hour 2: Calls 1");
    fireEvent.keyDown(document.activeElement ?? first, { key: "ArrowRight" });
    expect(focused()).toBe("a, hour 2: Calls 1");
  });

  it("open without a page load, and leave new tabs to the browser", () => {
    const { links } = drawBars();
    const link = links[1];
    if (!link) throw new Error("nothing is drawn");
    expect(fireEvent.click(link)).toBe(false);
    expect(push).toHaveBeenCalledExactlyOnceWith("/traces?b=0");
    fireEvent.click(link, { ctrlKey: true });
    expect(push).toHaveBeenCalledTimes(1);
  });

  it("describe the segment under the pointer, and dim the rest of its stack", () => {
    const { links } = drawBars();
    const [first, second] = links;
    if (!first || !second) throw new Error("nothing is drawn");
    fireEvent.pointerOver(first.querySelector("rect") ?? first);
    expect(screen.getByText("hour 0")).toBeDefined();
    expect(second.querySelector("rect")?.getAttribute("opacity")).toBe("0.45");
    expect(links[2]?.querySelector("rect")?.getAttribute("opacity")).toBe("1");
  });

  it("restore the previous range on double-click", () => {
    const { onZoom, links } = drawBars();
    fireEvent.doubleClick(links[0] ?? document.body);
    expect(onZoom).toHaveBeenCalledWith(null);
  });
});

describe("lines", () => {
  it("link each time span to its calls, with values at line ends, and with gaps of more than one span preserved", () => {
    const { container } = render(
      <LinesChart
        label="Latency"
        lines={[
          {
            key: "p50",
            label: "p50",
            color: "red",
            points: [100, null, null, 100, null, 100].map((value, at) => ({ timeMs: START + at * (HOUR / 2), value })),
          },
        ]}
        bands={buckets.map((bucket, index) => ({
          ...bucket,
          tip: tip("Latency", `hour ${index}`),
          href: `/t?${index}`,
        }))}
        format={(value) => `${value} ms`}
        crossMs={null}
        onCrosshairMove={() => undefined}
        onZoom={() => undefined}
      />,
    );
    const links = screen.getAllByRole("link");
    expect(links).toHaveLength(3);
    expect(container.querySelectorAll("path[stroke=red]")).toHaveLength(1);
    expect(container.querySelectorAll("circle[r='2']")).toHaveLength(1);
    expect([...container.querySelectorAll("text")].map((text) => text.textContent)).toContain("100 ms");
    links[0]?.focus();
    fireEvent.keyDown(links[0] ?? container, { key: "End" });
    expect(focused()).toBe("Latency, hour 2: Calls 1");
    fireEvent.click(document.activeElement ?? container);
    expect(push).toHaveBeenCalledWith("/t?2");
  });
});
