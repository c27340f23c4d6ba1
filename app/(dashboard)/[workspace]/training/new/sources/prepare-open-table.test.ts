import { expect, test } from "vitest";
import { tableName } from "./prepare-open-table";

test("names a table after its dataset, else by its digest, and mentions when only some rows are used", () => {
  const table = { digest: "f5e1a07eaeffa0af52e6", dataset: null, rowDigests: [] };
  expect(tableName(table)).toBe("tbl f5e1a07eaeff");
  expect(tableName({ ...table, dataset: "my:cases:9f" })).toBe("my:cases");
  expect(tableName({ ...table, dataset: "cases:9f", rowDigests: ["a", "b"] })).toBe("2 rows of cases");
});
