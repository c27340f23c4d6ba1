import { existsSync, readFileSync } from "node:fs";

/** A test file in backticks, then the titles of tests in it: `lib/x.test.ts` “does this”, “does that”. */
const NAMED_TESTS = /`([\w./()[\]-]+\.(?:test\.tsx?|spec\.ts))`((?:,? “[^”]+”)+)/g;

const TITLE = /“([^”]+)”/g;

/** A row of the scorecard: its number, what is checked, and the state with the tests or the reason. */
const SCORE = /^\| (\w+) \| (.+) \| (yes|partly|no)(?: \| )(.+) \|$/;

function hasTest(source: string, title: string): boolean {
  return ['"', "`", "'"].some((quote) => source.includes(`${quote}${title}${quote}`));
}

/** The tests that a text names, by their files. */
function testsIn(text: string): { readonly file: string; readonly titles: readonly string[] }[] {
  return [...text.matchAll(NAMED_TESTS)].map(([, file = "", titles = ""]) => ({
    file,
    titles: [...titles.matchAll(TITLE)].map(([, title = ""]) => title),
  }));
}

/** Tests that a document names and that do not exist, each with the file. */
export function missingTests(document: string, text: string): string[] {
  return testsIn(text).flatMap(({ file, titles }) => {
    if (!existsSync(file)) return [`${document} names tests of ${file}, which does not exist.`];
    const source = readFileSync(file, "utf8");
    return titles
      .filter((title) => !hasTest(source, title))
      .map((title) => `${document} names a test “${title}”, which ${file} does not have.`);
  });
}

/** A row of a scorecard that claims something. */
interface ClaimedRow {
  readonly number: string;
  readonly state: string;
  readonly tests: readonly { readonly file: string; readonly titles: readonly string[] }[];
}

/** The rows of a scorecard that say more than no. */
export function claimedRows(text: string): ClaimedRow[] {
  return text.split("\n").flatMap((line) => {
    const [, number, , state, proof = ""] = SCORE.exec(line) ?? [];
    return number === undefined || state === undefined || state === "no"
      ? []
      : [{ number, state, tests: testsIn(proof) }];
  });
}

/** Rows of a scorecard that claim something without naming a test that shows it. */
export function unprovenRows(document: string, text: string): string[] {
  return claimedRows(text).flatMap(({ number, state, tests }) =>
    tests.length > 0 ? [] : [`${document} says “${state}” in row ${number} and names no test.`],
  );
}
