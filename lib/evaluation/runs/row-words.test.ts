import { expect, it } from "vitest";
import { areRowsMixed, partWords, runsPartWords, shortPartWords, trainedWords } from "./row-words";

it("says how many rows a model was trained on, and nothing where it was trained on none", () => {
  expect(trainedWords({ trained: 32, all: 48 })).toBe("trained on 32 of 48 rows");
  expect(trainedWords({ trained: 48, all: 48 })).toBe("trained on all 48 rows: none is held out");
  expect(trainedWords({ trained: 0, all: 48 })).toBeNull();
  expect([0, 32, 48].map((trained) => areRowsMixed({ trained, all: 48 }))).toEqual([false, true, false]);
});

it("names the rows that a figure is over", () => {
  expect(partWords("held_out", 16)).toBe("16 held-out rows");
  expect(partWords("trained", 1)).toBe("1 trained row");
  expect(partWords("all", 1200)).toBe("all 1,200 rows");
});

it("says in two words which rows of a run count, where training matters", () => {
  const rows = (part: "held_out" | "trained" | "all", trained: number) => ({
    ...{ part, counted: 16, trained, all: 32, models: [] },
  });
  expect(shortPartWords({ example_count: 16, rows: rows("held_out", 16) })).toBe("16 held-out");
  expect(shortPartWords({ example_count: 16, rows: rows("trained", 16) })).toBe("16 trained");
  expect(shortPartWords({ example_count: 32, rows: rows("all", 16) })).toBe("with 16 trained");
  expect(shortPartWords({ example_count: 32, rows: rows("all", 32) })).toBe("32 trained");
  expect(shortPartWords({ example_count: 32, rows: rows("all", 0) })).toBeNull();
  expect(shortPartWords({ example_count: 32, rows: null })).toBeNull();
});

it("says over which rows the runs of a curve are, where some leave rows out", () => {
  const run = (part: "held_out" | "all", count: number) => ({
    example_count: count,
    rows: { part, counted: count, trained: part === "all" ? 0 : 16, all: 32, models: [] },
  });
  expect(runsPartWords([run("held_out", 16), run("held_out", 16)])).toBe("held-out rows, n 16");
  expect(runsPartWords([run("held_out", 16), run("held_out", 20), run("all", 32)])).toBe(
    "held-out rows in 2 of 3 runs, n 16 to 20",
  );
  expect(runsPartWords([run("all", 32)])).toBe("");
});
