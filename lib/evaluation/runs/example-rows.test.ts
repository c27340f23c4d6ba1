import { expect, it } from "vitest";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { resultRow } from "@/test/setup/evaluation-fixtures";
import { exampleRows } from "./example-rows";

const withExample = (example: string | null) => ({ ...resultRow(0, [true]), example });

it("keeps the members of examples with every digit, and counts those whose row was deleted", () => {
  const { rows, deletedCount } = exampleRows([
    withExample('{"price":1.0,"id":12345678901234567890}'),
    withExample(null),
  ]);
  expect([stringifyJson(rows), deletedCount]).toEqual(['[{"price":1.0,"id":12345678901234567890}]', 1]);
});

it("puts an example that is not an object into one column", () => {
  expect(exampleRows([withExample('"Hi"'), withExample("[1]")]).rows).toEqual([{ input: "Hi" }, { input: [1] }]);
});
