import { expect, it } from "vitest";
import type { Call } from "@/lib/api/contract/calls/calls";
import { columnName, columnsProblem, membersOf, tableRowOfCall } from "./rows-of-calls";

const call: Call = {
  id: "a",
  project_id: "p",
  op_name: "turn",
  trace_id: "t",
  started_at: "2026-11-20T10:00:00Z",
  inputs: { user: { name: "mia" }, list: [1, { x: 2 }] },
  output: null,
};

it("builds a row from the values at the paths and omits missing values", () => {
  const columns = [
    { path: "id", name: "call" },
    { path: "inputs.user.name", name: " user " },
    { path: "inputs.list", name: "list" },
    { path: "inputs.nothing", name: "nothing" },
    { path: "output", name: "answer" },
  ];
  expect(tableRowOfCall(call, columns)).toEqual({ call: "a", user: "mia", list: [1, { x: 2 }] });
  expect(membersOf(columns)).toEqual(["id", "inputs", "output"]);
});

it("names columns by the last part of the path, or by the full path when that name is taken", () => {
  expect(columnName("inputs.user.name", [])).toBe("name");
  expect(columnName("inputs.user.name", ["name"])).toBe("inputs_user_name");
});

it("reports invalid columns", () => {
  expect(columnsProblem([])).toBe("Choose at least one column.");
  expect(columnsProblem([{ path: "a", name: " " }])).toBe("Each column needs a name.");
  const twice = [
    { path: "a", name: "x" },
    { path: "b", name: "x " },
  ];
  expect(columnsProblem(twice)).toBe("Two columns are named x.");
  expect(columnsProblem([{ path: "a", name: "x" }])).toBeNull();
});
