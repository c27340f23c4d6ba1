import { expect, test } from "vitest";
import { FileMetrics } from "./file-metrics";

const linesOf = (...lines: readonly (readonly [step: number, metrics: Record<string, number>])[]) => {
  const file = new FileMetrics();
  for (const [step, metrics] of lines) file.add({ step, metrics });
  return file;
};

test("a step that is written again with other values is where the program began again, once", () => {
  const file = linesOf([1, { loss: 3 }], [2, { loss: 2 }], [3, { loss: 1 }], [2, { loss: 5 }], [3, { loss: 4 }]);
  expect([...file.restarts]).toEqual([2]);
  expect(file.steps.get(3)?.metrics).toEqual({ loss: 4 });
});

test("metrics of the same step on several lines are merged, and an evaluation that comes late is no restart", () => {
  const file = linesOf([1, { loss: 3 }], [2, { loss: 2 }], [1, { "eval/reward": 0.5 }], [2, { loss: 2 }]);
  expect(file.restarts.size).toBe(0);
  expect(file.steps.get(1)?.metrics).toEqual({ loss: 3, "eval/reward": 0.5 });
});

test("metrics may have any names", () => {
  const metrics = JSON.parse('{"__proto__": 1, "a/b": 2}') as Record<string, number>;
  const file = linesOf([1, metrics], [2, metrics], [1, JSON.parse('{"__proto__": 2}') as Record<string, number>]);
  expect([...file.restarts]).toEqual([1]);
  expect(JSON.stringify(file.steps.get(1)?.metrics)).toBe('{"__proto__":2,"a/b":2}');
});
