import { existsSync, readFileSync } from "node:fs";

/** A test file in backticks, then the titles of tests in it: `lib/x.test.ts` “does this”, “does that”. */
const NAMED_TESTS = /`([\w./()[\]-]+\.(?:test\.tsx?|spec\.ts))`((?:,? “[^”]+”)+)/g;

const TITLE = /“([^”]+)”/g;

/** A row of the scorecard: its number, what is checked, and the state with the tests or the reason. */
const SCORE = /^\| (\w+) \| (.+) \| (yes|partly|no)(?: \| )(.+) \|$/;

function hasTest(source: string, title: string): boolean {
  return ['"', "`", "'"].some((quote) => source.includes(`${quote}${title}${quote}`));
}

/** Tests that a document names and that do not exist, each with the file. */
export function missingTests(document: string, text: string): string[] {
  return [...text.matchAll(NAMED_TESTS)].flatMap(([, file = "", titles = ""]) => {
    if (!existsSync(file)) return [`${document} names tests of ${file}, which does not exist.`];
    const source = readFileSync(file, "utf8");
    const named = [...titles.matchAll(TITLE)].map(([, title = ""]) => title);
    return named
      .filter((title) => !hasTest(source, title))
      .map((title) => `${document} names a test “${title}”, which ${file} does not have.`);
  });
}

/** Rows of a scorecard that claim something without naming a test that shows it. */
export function unprovenRows(document: string, text: string): string[] {
  return text.split("\n").flatMap((line) => {
    const [, number, , state, proof = ""] = SCORE.exec(line) ?? [];
    if (number === undefined || state === "no") return [];
    return [...proof.matchAll(NAMED_TESTS)].length > 0
      ? []
      : [`${document} says “${state}” in row ${number} and names no test.`];
  });
}
