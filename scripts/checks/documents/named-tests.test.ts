import { describe, expect, it } from "vitest";
import { missingTests, unprovenRows } from "./named-tests";

const OWN = "scripts/checks/documents/named-tests.test.ts";

describe("tests that a document names", () => {
  it("are found by their titles", () => {
    expect(missingTests("d.md", `See \`${OWN}\` “are found by their titles”, “are found by their titles”.`)).toEqual(
      [],
    );
  });

  it("are reported when the file or the title does not exist", () => {
    const gone = ["no", "such"].join(" ");
    expect(missingTests("d.md", `\`${OWN}\` “${gone}” and \`lib/${gone.replace(" ", "-")}.test.ts\` “x”`)).toEqual([
      `d.md names a test “${gone}”, which ${OWN} does not have.`,
      `d.md names tests of lib/${gone.replace(" ", "-")}.test.ts, which does not exist.`,
    ]);
  });
});

describe("a scorecard", () => {
  it("needs a test in each row that does not say no", () => {
    const rows = ["| 1 | a | yes | it is | ", "| 2 | b | no | because |", `| 3 | c | partly | \`${OWN}\` “x” |`];
    expect(unprovenRows("d.md", rows.map((row) => row.trim()).join("\n"))).toEqual([
      "d.md says “yes” in row 1 and names no test.",
    ]);
  });
});
