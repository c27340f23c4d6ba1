import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const WORDS = readFileSync("docs/develop/words.md", "utf8");

/** The first cells of the table under a heading. */
function firstCells(heading: string): readonly string[] {
  const section = WORDS.split("\n## ").find((each) => each.startsWith(`${heading}\n`)) ?? "";
  return [...section.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = ""]) => cell).slice(2);
}

it("gives each noun one meaning", () => {
  const nouns = firstCells("Nouns of the code").flatMap((cell) => cell.split(", "));
  expect(nouns.length).toBeGreaterThan(100);
  expect(nouns.filter((noun, index) => nouns.indexOf(noun) !== index)).toEqual([]);
});

it("names departures of words that have a meaning", () => {
  const nouns = new Set(firstCells("Nouns of the code").flatMap((cell) => cell.split(", ")));
  const departed = firstCells("Departures of the code").filter((word) => !nouns.has(word));
  expect(departed).toEqual([]);
});
