import { describe, expect, it } from "vitest";
import {
  cellText,
  columnsOfRows,
  emptyRows,
  literalVariables,
  mapVariables,
  otherColumns,
  rowVariables,
  withCell,
} from "./prepare-rows";

const rows = [
  { who: "Mia", bags: 2, inputs: { question: "Where?", user: { tier: "gold" } } },
  { who: null, note: { of: [1] } },
];

describe("the columns of rows", () => {
  it("are all members, and those of objects by their path", () => {
    expect(columnsOfRows(rows)).toEqual([
      "who",
      "bags",
      "inputs",
      "inputs.question",
      "inputs.user",
      "inputs.user.tier",
      "note",
      "note.of",
    ]);
  });

  it("end at a depth, so that a deep value stays one cell", () => {
    expect(columnsOfRows([{ a: { b: { c: { d: 1 } } } }])).toEqual(["a", "a.b", "a.b.c"]);
  });

  it("have the text that is sent, and none for what is absent or inherited", () => {
    const texts = ["who", "bags", "inputs.user", "inputs.user.tier", "nowhere", "constructor", "who.length"];
    expect(texts.map((column) => cellText(rows[0] ?? {}, column))).toEqual([
      "Mia",
      "2",
      '{"tier":"gold"}',
      "gold",
      "",
      "",
      "",
    ]);
  });

  it("keep a name with a dot that is a member itself", () => {
    const row = { "a.b": "whole", a: { b: "inside" } };
    expect(cellText(row, "a.b")).toBe("whole");
    expect(withCell(row, "a.b", "new")).toEqual({ "a.b": "new", a: { b: "inside" } });
  });

  it("take an edit where the value is, without changing the rest", () => {
    expect(withCell(rows[0] ?? {}, "inputs.user.tier", "silver")).toEqual({
      who: "Mia",
      bags: 2,
      inputs: { question: "Where?", user: { tier: "silver" } },
    });
    expect(withCell({}, "where", "Oslo")).toEqual({ where: "Oslo" });
  });
});

describe("the columns of variables", () => {
  const columns = columnsOfRows(rows);

  it("are found by name, inside objects, and by what names mean", () => {
    const names = ["who", "tier", "prompt", "where"];
    expect(mapVariables(names, ["text", ...columns], {})).toEqual([
      { name: "who", column: "who" },
      { name: "tier", column: "inputs.user.tier" },
      { name: "prompt", column: "text" },
      { name: "where", column: "where" },
    ]);
  });

  it("are the chosen ones, as long as the rows have them", () => {
    expect(mapVariables(["who"], columns, { who: "bags" })).toEqual([{ name: "who", column: "bags" }]);
    expect(mapVariables(["who"], columns, { who: "gone" })).toEqual([{ name: "who", column: "who" }]);
    expect(mapVariables(["prompt"], ["text"], { prompt: "prompt" })).toEqual([{ name: "prompt", column: "prompt" }]);
  });

  it("give each row its values, and nothing where a cell is empty", () => {
    const mapping = mapVariables(["who", "tier"], columns, {});
    expect(rows.map((row) => rowVariables(row, mapping))).toEqual([{ who: "Mia", tier: "gold" }, {}]);
  });

  it("leave the others for reading, without objects whose members are columns", () => {
    expect(otherColumns(columns, mapVariables(["who"], columns, {}))).toEqual([
      "bags",
      "inputs.question",
      "inputs.user.tier",
      "note.of",
    ]);
  });
});

it("finds rows without a value for any variable; blank text does not count as a value", () => {
  const mapping = mapVariables(["who", "where"], ["who", "where"], {});
  expect(emptyRows([{ who: "Mia" }, { who: " ", where: "" }, { other: "text" }, { where: 0 }], mapping)).toEqual([
    1, 2,
  ]);
});

it("names variables that some row would send literally", () => {
  const mapping = mapVariables(["who", "where"], ["who", "where"], {});
  expect(literalVariables([{ who: "Mia" }, { who: "Ada", where: "Oslo" }], mapping, {})).toEqual(["where"]);
  expect(literalVariables([{ who: "Mia" }], mapping, { where: "Rome" })).toEqual([]);
});
