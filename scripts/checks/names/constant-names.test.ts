import { expect, it } from "vitest";
import { badConstantNames } from "./constant-names";

const problems = (source: string) => badConstantNames("lib/rows.ts", source);

it.each([
  "const rowHeight = 28;",
  'export const path = "/rows";',
  "const mostBytes = 32 * 1024 ** 2;",
  "const columns =\n  `id, name`;",
  "const isQuick: boolean = true;",
  "const Row_Height = 28;",
  "const MOST_ROWS = 100;",
  "const ROWS_AT_LEAST = -1.5;",
  "export const LONGEST_NAME = 2 * MAX_WORD;",
])("refuses %s", (source) => {
  expect(problems(source)).toHaveLength(1);
});

it.each([
  "const ROW_HEIGHT = 28;",
  "const MAX_ROWS = 100;",
  "const SLOWEST_FIRST = 1;",
  'export const PATH = "/rows";',
  'export const dynamic = "force-dynamic";',
  "const idColumns = `$" + "{id}, name`;",
  "const rowSchema = z.number();",
  "const half = ROWS / count;",
  'const sides = ["left", "right"];',
  "function height() {\n  const rowHeight = 28;\n}",
])("allows %s", (source) => {
  expect(problems(source)).toEqual([]);
});
