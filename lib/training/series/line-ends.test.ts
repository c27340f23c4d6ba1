import { expect, it } from "vitest";
import { END_SIZE, lineEnds, missingMarks } from "./line-ends";
import type { SeriesLine } from "./series-chart";

/** A pixel for each unit, downwards. */
const BOX = { left: 0, top: 0, width: 100, height: 90, x: (x: number) => x, y: (y: number) => 90 - y };

const lineOf = (letter: string, xs: readonly number[], line: readonly (number | null)[]): SeriesLine => ({
  ...{ id: letter, label: letter, letter, color: "red", xs, line },
  ...{ raw: null, low: null, high: null, bandLow: null, bandHigh: null },
});

const placesOf = (...lines: readonly SeriesLine[]) => lineEnds(lines, BOX).map(({ letter, x, y }) => [letter, x, y]);

it("puts the letter of a run at its last value that is shown", () => {
  expect(placesOf(lineOf("A", [0, 50, 200], [10, 20, 30]), lineOf("B", [0, 80], [40, null]))).toEqual([
    ["B", 0, 50],
    ["A", 50, 70],
  ]);
});

it("keeps letters of lines that end together apart, and inside the chart", () => {
  expect(placesOf(lineOf("A", [90], [50]), lineOf("B", [90], [48]), lineOf("C", [10], [50]))).toEqual([
    ["A", 90, 40],
    ["C", 10, 40],
    ["B", 90, 40 + END_SIZE],
  ]);
  expect(placesOf(lineOf("A", [90], [1]), lineOf("B", [90], [0]), lineOf("C", [90], [-40]))).toEqual([
    ["A", 90, 90 - 2 * END_SIZE],
    ["B", 90, 90 - END_SIZE],
    ["C", 90, 90],
  ]);
});

it("has no letters for a single run, and where they would not fit", () => {
  const { letter: _letter, ...alone } = lineOf("A", [1], [1]);
  expect(lineEnds([alone], BOX)).toEqual([]);
  const many = Array.from({ length: 6 }, (_, at) => lineOf(String(at), [90], [at]));
  expect(lineEnds(many, { ...BOX, height: 36 })).toEqual([]);
  expect(lineEnds(many, BOX)).toHaveLength(6);
});

it("marks where values go missing, at the last one before, also at the end of a line", () => {
  const marks = missingMarks(lineOf("A", [1, 2, 3, 4, 5, 6], [5, null, null, 7, 8, null]), BOX);
  expect(marks.map(({ x, y }) => [x, y])).toEqual([
    [1, 85],
    [5, 82],
  ]);
  const alternating = Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? 1 : null));
  expect(
    missingMarks(
      lineOf(
        "A",
        alternating.map((_, at) => at),
        alternating,
      ),
      BOX,
    ),
  ).toHaveLength(5);
});
