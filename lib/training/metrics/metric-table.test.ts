import { describe, expect, test } from "vitest";
import { packEvents } from "@/lib/training/events/event-chunk";
import { logOf } from "@/lib/training/events/testing/log-of";

const event = (type: string, data: Record<string, unknown>, timeMs: number | null = 0) => ({
  id: `${type} ${JSON.stringify(data)}`,
  type,
  data,
  timeMs,
});

describe("metrics of a job", () => {
  test("include every numeric path, also of unknown types and nested members", () => {
    const { metrics: table } = logOf([
      event("training_started", { num_sequences: 2 }),
      event("gradient_step", { loss: 0.5, optimizer: { lr: "1e-4" }, note: "warm", empty: "" }),
      event("evaluation", { score: 3 }),
      event("gradient_step", { loss: 0.25 }),
      event("training_ended", { reward: 1 }),
    ]);
    expect(table.series.map(({ path, values }) => [path, [...values]])).toEqual([
      ["loss", [0.5, 0.25]],
      ["optimizer.lr", [0.0001]],
      ["evaluation score", [3]],
    ]);
    expect([...table.steps]).toEqual([1, 1, 2]);
    expect([...(table.seriesOf("loss")?.rows ?? [])]).toEqual([0, 2]);
  });

  test("grow at their end, and existing views stay unchanged", () => {
    const log = logOf([event("gradient_step", { loss: 1 })]);
    const before = log.metrics.seriesOf("loss")?.values;
    for (let index = 0; index < 200; index += 1) log.append(packEvents([event("gradient_step", { loss: index + 2 })]));
    expect([...(before ?? [])]).toEqual([1]);
    expect(log.metrics.seriesOf("loss")?.values.length).toBe(201);
    expect(log.metrics.seriesOf("loss")?.values.at(-1)).toBe(201);
    expect(log.gradientSteps).toBe(201);
  });

  test("are found by their row", () => {
    const { metrics } = logOf([
      event("gradient_step", { loss: 1, reward: 0.5 }),
      event("evaluation", { score: 3 }),
      event("gradient_step", { reward: 0.75 }),
    ]);
    expect([0, 1, 2].map((row) => metrics.numbersOf(row))).toEqual([
      [
        ["loss", 1],
        ["reward", 0.5],
      ],
      [["evaluation score", 3]],
      [["reward", 0.75]],
    ]);
  });

  test("have no time axis where a time is missing, and otherwise one that never decreases", () => {
    const timed = [event("gradient_step", { a: 1 }, 20), event("gradient_step", { a: 2 }, 10)];
    expect([...logOf(timed).metrics.timesMs]).toEqual([20, 20]);
    expect(logOf(timed).metrics.hasTimes).toBe(true);
    expect(logOf([event("gradient_step", { a: 1 }, null)]).metrics.hasTimes).toBe(false);
  });
});
