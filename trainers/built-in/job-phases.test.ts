import { expect, test } from "vitest";
import { JobPhases, sentSeconds } from "./job-phases";
import { MachineUse } from "./machine-use";

test("phases follow each other and add to what was known before", () => {
  const clock = [1_000, 1_250, 2_000, 2_500];
  const phases = new JobPhases({ "time/waiting_s": 3 }, () => clock.shift() ?? 0);
  for (const name of ["time/loading_s", "time/training_s", "time/training_s"]) phases.end(name);
  expect(phases.seconds).toEqual({ "time/waiting_s": 3, "time/loading_s": 0.25, "time/training_s": 1.25 });
});

test("the seconds of sampling are the largest that a group names", () => {
  const groups = [{ metrics: { "time/sampling_s": 2, other: 1 } }, { metrics: { "time/sampling_s": 3.5 } }, {}, null];
  expect(sentSeconds(groups)).toEqual({ "time/sampling_s": 3.5 });
});

test("the use of the machine is finite and counts the tokens of the step", () => {
  const use = new MachineUse();
  const metrics = use.read(10);
  expect(Object.values(metrics).every(Number.isFinite)).toBe(true);
  expect((metrics.tokens_per_second ?? 0) * (metrics["time/step_s"] ?? 0)).toBeCloseTo(10, 6);
  expect(metrics["system/memory_bytes"]).toBeGreaterThan(1_000_000);
});
