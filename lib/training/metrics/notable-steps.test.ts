import { describe, expect, test } from "vitest";
import { MetricTable } from "./metric-table";
import { NO_LIMITS, notableSteps, readMetricLimits } from "./notable-steps";
import { notableText, notableTitle } from "./notable-text";

function tableOf(path: string, values: readonly number[]): MetricTable {
  const table = new MetricTable();
  for (const [index, value] of values.entries())
    table.seriesFor(path).push(table.addRow(index + 1, index * 1000), value);
  return table;
}

const described = (path: string, values: readonly number[], limits = NO_LIMITS) =>
  notableSteps(tableOf(path, values), [path], limits).map((one) => `${notableTitle(one)}: ${notableText(one)}`);

describe("notable steps", () => {
  test("are those above the target of the settings, with the highest value and the step at which it is below again", () => {
    const limits = readMetricLimits({ kl_target: 0.05 });
    expect(described("kl_policy_ref", [0.01, 0.06, 0.081, 0.04, 0.03], limits)).toEqual([
      "KL above target: step 2, 0.0810 over 0.0500, back at step 4",
    ]);
    expect(described("grad_norm", [0.5, 4.81], readMetricLimits({ max_grad_norm: 1 }))).toEqual([
      "Gradient clipped: step 2, 4.810 over 1",
    ]);
  });

  test("are spikes if there is no limit, but not noise, a gradual rise or the first values", () => {
    const calm = [1, 1.1, 0.9, 1, 1.05, 0.95, 1, 1.1];
    expect(described("grad_norm", [...calm, 4.8, 1, 1])).toEqual([
      "Gradient norm spiked: step 9, 4.800, back at step 10",
    ]);
    expect(described("grad_norm", [9, ...calm])).toEqual([]);
    expect(
      described(
        "kl",
        Array.from({ length: 40 }, (_, index) => index * 0.001),
      ),
    ).toEqual([]);
  });

  test("ignore other metrics, and values that are not numbers", () => {
    expect(described("reward", [0, 0, 0, 0, 0, 0, 0, 50])).toEqual([]);
    expect(described("grad_norm", [1, 1, 1, 1, 1, 1, Number.NaN, 1])).toEqual([]);
  });

  test("are at most twelve of a metric, the highest", () => {
    const values = Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? 0 : index));
    const found = notableSteps(tableOf("grad_norm", values), ["grad_norm"], readMetricLimits({ grad_clip: 0.5 }));
    expect(found.map(({ peak }) => peak)).toEqual([37, 39, 41, 43, 45, 47, 49, 51, 53, 55, 57, 59]);
  });
});

test("a limit that is zero, text or missing is ignored", () => {
  expect(readMetricLimits({ kl_target: 0, max_grad_norm: "much" })).toEqual(NO_LIMITS);
  expect(readMetricLimits(null)).toEqual(NO_LIMITS);
});
