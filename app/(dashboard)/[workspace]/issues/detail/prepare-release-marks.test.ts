import { expect, it } from "vitest";
import { releaseMarks } from "./prepare-release-marks";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour)).toISOString();
const [fromMs, toMs] = [Date.parse(at(0)), Date.parse(at(20))];

it("places releases in the range, and names only the later one of two that are near each other", () => {
  const marked_releases = [
    { release: "v1", at: at(5) },
    { release: "v2", at: at(10) },
    { release: "v3", at: at(11) },
  ];
  const marks = releaseMarks({ marked_releases }, fromMs, toMs);
  expect(marks.map(({ release, place, isNamed }) => [release, place, isNamed])).toEqual([
    ["v1", 0.25, true],
    ["v2", 0.5, false],
    ["v3", 0.55, true],
  ]);
});

it("leaves out what is not in the range, or has no time", () => {
  const marked_releases = [
    { release: "later", at: at(21) },
    { release: "odd", at: "soon" },
  ];
  expect(releaseMarks({ marked_releases }, fromMs, toMs)).toEqual([]);
  expect(releaseMarks({ marked_releases: [{ release: "v1", at: at(0) }] }, fromMs, fromMs)).toEqual([]);
});
