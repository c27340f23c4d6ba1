import { expect, it } from "vitest";
import { loadedRow } from "./loaded-rows";

it("are loading until they are there or could not be loaded", () => {
  const byId = new Map([["a", 0]]);
  expect(loadedRow({ byId, hasFailed: true }, "a")).toBe(0);
  expect(loadedRow({ byId, hasFailed: true }, "b")).toBe("failed");
  expect(loadedRow({ byId, hasFailed: false }, "b")).toBeNull();
});
