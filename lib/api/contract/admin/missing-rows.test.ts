import { expect, it } from "vitest";
import { asciiJson, missingOf } from "./missing-rows";

const calls = { project_id: "münchen/p", table: "call_rows", rows: 3, first: null, last: null };

it("carries what is missing in a header, with names in any script", () => {
  const header = asciiJson([calls]);
  expect(new Headers({ missing: header }).get("missing")).toBe(header);
  expect(missingOf(header)).toEqual([calls]);
});

it.each([
  ["no header", null],
  ["text", "many"],
  ["another shape", '[{"rows":"3"}]'],
  ["more than it may have", JSON.stringify(Array.from({ length: 21 }, () => calls))],
])("reads nothing of %s", (_name, header) => {
  expect(missingOf(header)).toEqual([]);
});

it("drops members that it does not know: the header of another service is passed on", () => {
  expect(missingOf(JSON.stringify([{ ...calls, secret: "x" }]))).toEqual([calls]);
});
