// @vitest-environment jsdom
import { afterEach, describe, expect, it } from "vitest";
import type { XMode } from "@/lib/training/metrics/metric-chart";
import { MetricTable } from "@/lib/training/metrics/metric-table";
import { cleanPage, press, renderOnPage } from "@/test/setup/render-on-page";
import { Crosshair } from "./crosshair";
import { useCrosshairKeys } from "./use-crosshair-keys";

afterEach(cleanPage);

const STARTED_MS = 1_000_000;

/** Ten steps, a second apart. */
function open(x: XMode, count = 10) {
  const table = new MetricTable();
  for (let step = 1; step <= count; step += 1) table.addRow(step, STARTED_MS + step * 1000);
  const crosshair = new Crosshair();
  renderOnPage(() => useCrosshairKeys(table, x, crosshair), { props: {} });
  return () => crosshair.getState();
}

describe("the crosshair", () => {
  it("begins at the last value, moves between logged values, and stops at both ends", () => {
    const at = open("step");
    press("ArrowRight");
    expect(at()).toBe(10);
    press("ArrowLeft", "ArrowLeft");
    expect(at()).toBe(8);
    press("Shift+ArrowLeft");
    expect(at()).toBe(3);
    press("Shift+ArrowLeft");
    expect(at()).toBe(1);
    press("Shift+ArrowRight");
    expect(at()).toBe(6);
  });

  it("moves in time, from the start of the job where the axis does", () => {
    const absolute = open("time");
    press("ArrowLeft");
    expect(absolute()).toBe(STARTED_MS + 9000);
    cleanPage();
    const relative = open("relative");
    press("ArrowLeft", "ArrowLeft");
    expect(relative()).toBe(7000);
  });

  it("follows the live end with L, and is hidden with Escape", () => {
    const at = open("step");
    press("ArrowLeft", "l");
    expect(at()).toBeNull();
    press("ArrowLeft", "Escape");
    expect(at()).toBeNull();
  });

  it("has nothing to point at before the first value", () => {
    const at = open("step", 0);
    press("ArrowLeft", "ArrowRight");
    expect(at()).toBeNull();
  });
});
