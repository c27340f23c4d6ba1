import { describe, expect, test } from "vitest";
import { MetricTable } from "./metric-table";

const event = (type: string, data: Record<string, unknown>, timeMs: number | null = 0) => ({
  id: `${type} ${JSON.stringify(data)}`,
  type,
  data,
  timeMs,
});

describe("metrics of a job", () => {
  test("are every numeric path, those of unknown types and inside members too", () => {
    const table = new MetricTable().take([
      event("training_started", { num_sequences: 2 }),
      event("gradient_step", { loss: 0.5, optimizer: { lr: "1e-4" }, note: "warm", empty: "" }),
      event("evaluation", { score: 3 }),
      event("gradient_step", { loss: 0.25 }),
      event("training_ended", { reward: 1 }),
    ]);
    expect(table.series.map(({ path, values }) => [path, values])).toEqual([
      ["loss", [0.5, 0.25]],
      ["optimizer.lr", [0.0001]],
      ["evaluation score", [3]],
    ]);
    expect(table.steps).toEqual([1, 1, 2]);
    expect(table.seriesOf("loss")?.rows).toEqual([0, 2]);
  });

  test("grow by what is new in the list", () => {
    const events = [event("gradient_step", { loss: 1 })];
    const table = new MetricTable().take(events);
    events.push(event("gradient_step", { loss: 2 }));
    expect(table.take(events).take(events).seriesOf("loss")?.values).toEqual([1, 2]);
    expect(table.gradientSteps).toBe(2);
  });

  test("have no time axis where a time is missing, and one that never falls otherwise", () => {
    const timed = [event("gradient_step", { a: 1 }, 20), event("gradient_step", { a: 2 }, 10)];
    expect(new MetricTable().take(timed).timesMs).toEqual([20, 20]);
    expect(new MetricTable().take(timed).hasTimes).toBe(true);
    expect(new MetricTable().take([event("gradient_step", { a: 1 }, null)]).hasTimes).toBe(false);
  });
});
