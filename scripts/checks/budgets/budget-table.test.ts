import { expect, it } from "vitest";
import { budgetTable, exceededBudgets } from "./budget-table";

const transfers = [
  { name: "scripts of /small", bytes: 1024, budgetBytes: 2048 },
  { name: "scripts of /large", bytes: 3072, budgetBytes: 2048 },
];

it("lists the largest transfer first, with what is left of its budget", () => {
  expect(budgetTable(transfers).split("\n").slice(1)).toEqual([
    "         3.0 kB    -1.0 kB  scripts of /large",
    "         1.0 kB     1.0 kB  scripts of /small",
  ]);
});

it("names the route, the size and the budget of what is too large", () => {
  expect(exceededBudgets(transfers)).toEqual([
    expect.stringContaining("scripts of /large: 3.0 kB are transferred, the budget is 2.0 kB"),
  ]);
});
