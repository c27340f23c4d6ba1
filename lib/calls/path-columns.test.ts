import { describe, expect, it } from "vitest";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { parseQuery } from "@/lib/filter/query-text";
import { clientValues } from "@/lib/json/media/testing/client-values";
import {
  countPaths,
  isColumnPath,
  isNumeric,
  type PathValue,
  pathCellValue,
  pathsIn,
  pathsOf,
  readPath,
} from "./path-columns";

const completeValue = (value: unknown): PathValue => ({ value, isCut: false });

describe("a path that can be a column", () => {
  it.each([
    "inputs.user.name",
    "output.items.0",
    "attributes.env",
    "summary.usage",
    "inputs.ärger",
    'inputs."x"',
    "inputs.two words",
    "inputs.[x]",
  ])("accepts %s", (path) => {
    expect(isColumnPath(path)).toBe(true);
  });

  it("is found among the shown columns", () => {
    expect(pathsOf(["op", "inputs.user", "score.fair"])).toEqual(["inputs.user"]);
  });

  it.each(["inputs", "op_name", "inputs.", "inputs..x", "inputs. ", "secret.x"])("refuses %s", (path) => {
    expect(isColumnPath(path)).toBe(false);
  });

  it("is read without surrounding blanks", () => {
    expect(readPath("  inputs.x ")).toBe("inputs.x");
    expect(readPath("user")).toBeNull();
  });
});

describe("the paths of calls", () => {
  it("lead to values and lists, not to the dictionaries around them", () => {
    const inputs = { user: { name: "mia", tags: ["a"] }, none: null, "dotted.name": 1, "two words": 2 };
    expect(pathsIn({ inputs, output: "text", attributes: {}, summary: { reward: 1 } })).toEqual([
      "inputs.user.name",
      "inputs.user.tags",
      "inputs.dotted.name",
      "inputs.two words",
      "summary.reward",
    ]);
  });

  it("end at media and times, which have one column each", () => {
    const inputs = { image: clientValues.png, when: clientValues.datetime };
    expect(pathsIn({ inputs })).toEqual(["inputs.image", "inputs.when"]);
  });

  it("exclude existing columns and members named by models", () => {
    expect(pathsIn({ summary: { weave: { status: "success" }, usage: { "gpt-4.1": { requests: 1 } } } })).toEqual([]);
  });

  it("end in calls with very many members", () => {
    const inputs = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`m${index}`, index]));
    expect(pathsIn({ inputs })).toHaveLength(80);
  });

  it("are counted by the calls that have them", () => {
    expect(countPaths([["output.b", "inputs.a"], ["output.b"], ["inputs.z", "output.c", "inputs.a"]])).toEqual([
      { path: "inputs.a", count: 2 },
      { path: "inputs.z", count: 1 },
      { path: "output.b", count: 2 },
      { path: "output.c", count: 1 },
    ]);
  });
});

describe("the value of a cell", () => {
  it.each([
    ["a text", "two words", 'inputs.x:"two words"'],
    ["a number with its digits", parseJson("1.0"), "inputs.x:1.0"],
    ["a boolean", true, "inputs.x:true"],
  ])("filters for %s", (_name, value, term) => {
    expect(pathCellValue("inputs.x", completeValue(value))?.term).toBe(term);
  });

  it("creates terms that are read back as the same field and value", () => {
    const made = pathCellValue("inputs.a:b,c", completeValue('say "hi", *'));
    expect(parseQuery(made?.term ?? "").terms).toMatchObject([{ field: "inputs.a:b,c", values: ['say "hi", *'] }]);
  });

  it("copies lists and does not compare them", () => {
    expect(pathCellValue("inputs.x", completeValue([1, 2]))).toEqual({ text: "[1,2]", term: null });
  });

  it("does nothing with a part of a value, or without one", () => {
    expect(pathCellValue("inputs.x", { value: "beginn", isCut: true })).toBeNull();
    expect(pathCellValue("inputs.x", completeValue(undefined))).toBeNull();
    expect(pathCellValue("inputs.x", completeValue(null))).toBeNull();
    expect(pathCellValue("inputs.x", undefined)).toBeNull();
  });

  it("is numeric only when all seen values are numbers", () => {
    expect(isNumeric([completeValue(1), completeValue(undefined), completeValue(parseJson("1e400")), undefined])).toBe(
      true,
    );
    expect(isNumeric([completeValue(1), completeValue("2")])).toBe(false);
    expect(isNumeric([completeValue(null)])).toBe(false);
  });
});
