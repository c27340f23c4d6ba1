import { describe, expect, it } from "vitest";
import { benchmarks } from "./benchmarks";
import { readChoice } from "./choice";

describe("the command line of npm run bench", () => {
  it("chooses all benchmarks when none is named", () => {
    expect(readChoice(["--small"])).toMatchObject({
      isSmall: true,
      isCompared: false,
      chosen: benchmarks,
      options: [],
    });
  });

  it("chooses the named ones in the order of the list", () => {
    const names = readChoice(["write-calls", "engine", "--compare", "--keep"]).chosen.map(({ name }) => name);
    expect(names).toEqual(["engine", "write-calls"]);
  });

  it("passes further options, with their values, to the one that is named", () => {
    const choice = readChoice(["engine", "--spans", "200000", "--keep", "--service", "../before"]);
    expect(choice.options).toEqual(["--spans", "200000", "--service", "../before"]);
    expect(choice.isKept).toBe(true);
  });

  it("refuses an unknown name, and options that could belong to several benchmarks", () => {
    expect(() => readChoice(["engin"])).toThrow("Unknown benchmark: engin.");
    expect(() => readChoice(["--spans", "5"])).toThrow("--spans belongs to one benchmark");
    expect(() => readChoice(["engine", "write-calls", "--seconds", "5"])).toThrow("--seconds belongs to one benchmark");
  });
});

describe("the list of benchmarks", () => {
  it("has each name once", () => {
    expect(new Set(benchmarks.map(({ name }) => name)).size).toBe(benchmarks.length);
  });
});
