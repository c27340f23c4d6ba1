import { expect, it } from "vitest";
import { missingText } from "./missing-text";

const calls = {
  project_id: "e/p",
  table: "call_rows",
  rows: 100,
  first: "2026-11-26T10:00:00Z",
  last: "2026-11-26T11:00:00Z",
};
const unknown = { project_id: null, first: null, last: null };
const END = "could not be read, because the stored data is damaged. Lists, counts, charts and exports lack them.";

it.each([
  ["calls of one day", [calls], "100 calls of 26 Nov"],
  [
    "calls of several parts",
    [calls, { ...calls, rows: 1, last: "2026-11-28T00:00:00Z" }],
    "101 calls of 26 Nov to 28 Nov",
  ],
  ["calls that may be of other projects", [{ ...unknown, table: "call_rows", rows: 7 }], "Up to 7 calls"],
  ["an unknown number", [{ ...unknown, table: "call_rows", rows: null }], "Calls of the store"],
  [
    "several kinds",
    [calls, { ...unknown, table: "feedback", rows: 1 }],
    "100 calls of 26 Nov and up to 1 feedback record",
  ],
  ["tables without a name", [{ ...unknown, table: "call_rollups", rows: 1 }], "Rows of the store"],
])("says what is missing: %s", (_name, missing, phrase) => {
  expect(missingText(missing)).toBe(`${phrase} ${END}`);
});

it("says nothing when nothing is missing", () => expect(missingText([])).toBeNull());
