import { expect, it } from "vitest";
import { areSlicesNamed, chosenSlices, NO_SLICES, withSide } from "./slices-choice";

const values = ["train", "test", "new"];

it("divides a member by its largest values where the address names none", () => {
  expect(chosenSlices({ by: "split", left: null, right: null }, values)).toEqual({
    ...{ by: "split", left: "train", right: "test" },
  });
  expect(chosenSlices({ by: "split", left: null, right: "train" }, values)).toMatchObject({ left: "test" });
  expect(chosenSlices({ by: "split", left: null, right: null }, ["train"])).toBeNull();
});

it("keeps the values of an address, also those that no row has, and an empty one", () => {
  const named = { by: "split", left: "", right: "elsewhere" };
  expect(chosenSlices(named, values)).toEqual(named);
});

it("divides by lineage without a member, and names nothing at first", () => {
  expect(areSlicesNamed(NO_SLICES)).toBe(false);
  const lineage = { by: null, left: "held_out", right: null };
  expect(areSlicesNamed(lineage)).toBe(true);
  expect(chosenSlices({ ...lineage, left: "trained" }, [])).toEqual({ by: null, left: "trained", right: "held_out" });
});

it("never has one value on both sides", () => {
  const choice = { by: "split", left: "train", right: "test" };
  expect(withSide(choice, "left", "new")).toEqual({ ...choice, left: "new" });
  expect(withSide(choice, "left", "test")).toEqual({ ...choice, left: "test", right: "train" });
});
