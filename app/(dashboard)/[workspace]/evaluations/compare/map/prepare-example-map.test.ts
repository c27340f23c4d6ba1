import { describe, expect, it } from "vitest";
import { heatStep, prepareExampleMap } from "./prepare-example-map";
import { prepareScatter } from "./prepare-scatter";

const valuesOf = (...rows: readonly (readonly (number | null)[])[]) => ({
  keys: rows.map((_, index) => `k${index}`),
  positions: rows.map((_, index) => index),
  values: [0, 1].map((run) => rows.map((row) => row[run] ?? null)),
});
const higher = { focus: 1, isLowerBetter: false };
const keysOf = ({ sections }: ReturnType<typeof prepareExampleMap>) =>
  sections.map(({ name, columns }) => [name, columns.map(({ first }) => first.key)]);

describe("the map of a comparison", () => {
  it("has the examples that got worse first, the most by far before the others", () => {
    const map = prepareExampleMap(valuesOf([0, 1], [1, 0.5], [1, 0], [1, 1], [0, 0], [null, 1]), higher);
    expect(keysOf(map)).toEqual([
      ["worse", ["k2", "k1"]],
      ["same", ["k3", "k4"]],
      ["better", ["k0"]],
      ["unshared", ["k5"]],
    ]);
  });

  it("takes a lower value for better where the score is of that kind", () => {
    const map = prepareExampleMap(valuesOf([1, 5], [5, 1]), { focus: 1, isLowerBetter: true });
    expect(keysOf(map)).toEqual([
      ["worse", ["k0"]],
      ["better", ["k1"]],
    ]);
    expect(map.domain).toEqual({ low: 1, high: 5 });
  });

  it("joins neighbours of thousands of examples into columns with their means, and loses none", () => {
    const map = prepareExampleMap(valuesOf(...Array.from({ length: 10_000 }, (_, index) => [index % 2, 1])), higher);
    const columns = map.sections.flatMap((section) => section.columns);
    expect(columns.length).toBeLessThanOrEqual(66);
    expect(columns.flatMap(({ keys }) => keys)).toHaveLength(10_000);
    expect(columns.at(-1)?.values).toEqual([0, 1]);
  });

  it("keeps the ends of the scale for the lowest and the highest value", () => {
    const domain = { low: 0, high: 1 };
    expect([0, 0.01, 0.5, 0.99, 1].map((value) => heatStep(value, domain))).toEqual([0, 1, 2, 3, 4]);
  });
});

describe("the scatter of a comparison", () => {
  it("is a grid of dots where values are few, with a number in full cells", () => {
    const rows = [...Array.from({ length: 17 }, () => [1, 1]), [1, 0.5], [0, 0.5]];
    const map = prepareExampleMap(valuesOf(...rows), higher);
    const { marks, cells } = prepareScatter(map, "k17");
    expect(cells).toHaveLength(9);
    expect(marks.map(({ label, change, isChosen }) => [label, change, isChosen])).toEqual([
      ["17", "same", false],
      [null, "worse", true],
      [null, "better", false],
    ]);
    const [both, worse, better] = marks;
    expect(both?.x).toBeGreaterThan(better?.x ?? 0);
    expect(worse?.y).toBeGreaterThan(both?.y ?? 0);
  });

  it("has dots at their places where values are many, larger where several meet", () => {
    const map = prepareExampleMap(valuesOf(...Array.from({ length: 20 }, (_, index) => [index, 19 - index])), higher);
    expect(map.levels).toBeNull();
    const { marks, cells, ticks } = prepareScatter(map, null);
    expect(cells).toEqual([]);
    expect(marks).toHaveLength(20);
    expect(ticks.map(({ value }) => value)).toEqual([0, 19]);
    const same = prepareExampleMap(
      valuesOf(...Array.from({ length: 20 }, (_, index) => [index < 10 ? 3 : index, 3])),
      higher,
    );
    expect(Math.max(...prepareScatter(same, null).marks.map(({ r }) => r))).toBeGreaterThan(2);
  });
});
