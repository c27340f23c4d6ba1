import { expect, it } from "vitest";
import { proposedColumn } from "./propose-column";

it.each<[string, readonly string[], string]>([
  ["userInput", ["id", "user_input"], "user_input"],
  ["user_input", ["id", "question", "answer"], "question"],
  ["expected", ["question", "Answer"], "Answer"],
  ["tone", ["question", "answer"], ""],
])("proposes for %s of %j the column %j", (name, columns, expected) => {
  expect(proposedColumn(name, columns)).toBe(expected);
});
