import { describe, expect, it } from "vitest";
import { prepareSheet } from "@/app/(dashboard)/[workspace]/tables/sheet/prepare-sheet";
import { FieldDiscovery } from "@/app/(dashboard)/[workspace]/tables/stream/field-discovery";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { MAX_DISTINCT_VALUES, ProfileCount } from "./prepare-column-profile";

const none: ReadonlySet<string> = new Set();

function profiled(values: readonly unknown[]) {
  const rows = values.map((value, index) => ({ digest: `d${index}`, val: value === undefined ? {} : { a: value } }));
  const discovery = new FieldDiscovery(none);
  discovery.add(rows);
  const sheet = prepareSheet(discovery.root, { folded: none, hidden: none, frozen: none });
  const column = sheet.all.find(({ id }) => id === "a");
  if (!column) throw new Error("There is no column a.");
  // In two steps, as a page counts many rows.
  const counting = new ProfileCount(column);
  counting.add(rows, 2);
  counting.add(rows);
  return counting.profile();
}

describe("the profile of a column", () => {
  it("counts missing values, nulls and empty strings as empty", () => {
    expect(profiled(["x", "", null, undefined, "x"])).toMatchObject({ rowCount: 5, emptyCount: 3, distinctCount: 1 });
  });

  it("computes minimum, mean and maximum of numbers and assigns each number to one bin", () => {
    const { numbers } = profiled([1, 2, 3, 10, null]);
    expect(numbers).toMatchObject({ of: "value", min: 1, max: 10, mean: 4 });
    expect(numbers?.bins.reduce((sum, bin) => sum + bin.count, 0)).toBe(4);
    expect(numbers?.bins.at(-1)?.count).toBe(1);
  });

  it("has one bin when all numbers are equal", () => {
    expect(profiled([7, 7]).numbers?.bins).toEqual([{ from: 7, to: 7, count: 2 }]);
  });

  it("distinguishes numbers by their digits, where floats are not exact", () => {
    expect(profiled([parseJson("9007199254740992"), parseJson("9007199254740993")]).distinctCount).toBe(2);
  });

  it("measures strings and lists by their length", () => {
    expect(profiled(["ab", "abcd"]).numbers).toMatchObject({ of: "characters", min: 2, max: 4 });
    expect(profiled([[1], [1, 2, 3]]).numbers).toMatchObject({ of: "items", min: 1, max: 3 });
  });

  it("does not mix numbers and lengths on one scale", () => {
    expect(profiled(["ab", 4]).numbers).toBeNull();
  });

  it("lists the most frequent values, and none when all values are different", () => {
    expect(profiled(["b", "a", "b"]).top).toEqual([
      { text: "b", count: 2 },
      { text: "a", count: 1 },
    ]);
    expect(profiled(["a", "b", "c"]).top).toEqual([]);
  });

  it("stops distinguishing values at a limit and reports it", () => {
    const profile = profiled(Array.from({ length: MAX_DISTINCT_VALUES + 5 }, (_, index) => index));
    expect(profile).toMatchObject({ distinctCount: MAX_DISTINCT_VALUES, isDistinctCapped: true });
  });

  it("ignores numbers beyond the range of floats", () => {
    expect(profiled([parseJson("1e400"), 2]).numbers).toMatchObject({ min: 2, max: 2 });
  });
});
